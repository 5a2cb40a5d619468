/** Canonicalizes a language tag, `en-GB` for `EN-gb`; invalid tags stay as they are. */
export function canonicalLanguage(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}
