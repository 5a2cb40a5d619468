/** A language's code as it is kept and compared, `en-GB` for `EN-gb`; what is no code stays as it is. */
export function canonicalLanguage(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}
