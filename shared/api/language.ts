import definitions from "#shared/locales/languages.json" with { type: "json" };

export type Language = keyof typeof definitions;

/** The interface languages, the default first. Each has a folder in `shared/locales`. */
export const languages = Object.keys(definitions) as readonly Language[] as readonly [
  Language,
  ...Language[],
];

export const languageCookie = "language";

/** The interface language for a tag such as `ar-EG`; null for others. */
export function getLanguage(tag: string | null | undefined): Language | null {
  const main = tag?.trim().toLowerCase().split("-")[0];
  return languages.find((language) => language === main) ?? null;
}

/** The first supported language in the user's order; null for none. */
export function findPreferredLanguage(tags: readonly string[]): Language | null {
  return tags.map(getLanguage).find((language) => language !== null) ?? null;
}

/** The Arabic text in the Arabic interface where there is one, the default text otherwise. */
export function localizeText(language: Language, text: string, arabic: string): string {
  return (language === "ar" && arabic) || text;
}

/** The writing direction of a language. */
export const getDirection = (language: Language) => definitions[language].direction as "ltr" | "rtl";

/**
 * The locale for `Intl`. Arabic uses the digits 0 to 9, because times, percentages and titles appear next to
 * each other.
 */
export const getIntlTag = (language: Language): string => definitions[language].tag;

/** The name of a language in that language. */
export const getLanguageEndonym = (language: Language): string => definitions[language].name;

/** "A, B, C" in a language. */
export const joinItems = (items: readonly string[], language: Language): string =>
  items.join(definitions[language].comma);
