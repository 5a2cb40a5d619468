/** The languages that the interface speaks, the usual one first. */
export const languages = ["en", "ar"] as const;
export type Language = (typeof languages)[number];

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
 * The locale for `Intl`. Arabic uses the digits 0 to 9, because times, percentages and titles appear next to
 * each other.
 */
export function intlTag(language: Language): string {
  return language === "ar" ? "ar-u-nu-latn" : language;
}
