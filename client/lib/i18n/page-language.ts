import { getLanguage, type Language } from "#shared/api/language.ts";

/** The language of the page, from `<html lang>`. */
export function getPageLanguage(): Language {
  return getLanguage(document.documentElement.lang) ?? "en";
}
