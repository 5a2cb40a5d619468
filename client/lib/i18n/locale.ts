import { getIntlTag, type Language } from "#shared/api/language.ts";
import { getPageLanguage } from "./page-language.ts";

/** The locale for dates, times and numbers: English as in the browser's region, such as `en-GB`. */
export function getLocale(language: Language = getPageLanguage()): string {
  const regional = navigator.languages.find((tag) => /^en-[A-Z]{2}$/.test(tag));
  return language === "en" && regional ? regional : getIntlTag(language);
}
