/** The languages that the interface speaks, the usual one first. */
export const languages = ["en", "ar"] as const;
export type Language = (typeof languages)[number];

/** The cookie that keeps what a browser was told to speak; the server reads it to write the page. */
export const languageCookie = "language";

/** The language that a tag such as `ar-EG` names; null for one that is not spoken here. */
export function getLanguage(tag: string | null | undefined): Language | null {
  const main = tag?.trim().toLowerCase().split("-")[0];
  return languages.find((language) => language === main) ?? null;
}

/** The first of a person's languages that is spoken here, in the person's own order. */
export function preferredLanguage(tags: readonly string[]): Language {
  return tags.map(getLanguage).find((language) => language !== null) ?? languages[0];
}

/** Which way a language is written. */
export function getDirection(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/**
 * The tag for `Intl`. Arabic keeps the digits 0 to 9: clocks, percentages, addresses and titles stand beside each other
 * on every screen, and digits of two kinds would mix there.
 */
export function intlTag(language: Language): string {
  return language === "ar" ? "ar-u-nu-latn" : language;
}
