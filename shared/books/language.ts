import type { Language } from "#shared/api/language.ts";
/** Canonicalizes a language tag, `en-GB` for `EN-gb`; invalid tags stay as they are. */
export function toCanonicalLanguage(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}

/**
 * The parameter of lists for an interface language: readers of the Arabic interface find Arabic books first.
 */
export const preferBooksIn = (language: Language): { readonly preferLanguage?: "ar" } =>
  language === "ar" ? { preferLanguage: "ar" } : {};
