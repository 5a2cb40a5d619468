import { getDirection, type Language, languageCookie } from "#shared/api/language.ts";
import { Store, useStore } from "#client/lib/store.ts";
import { setLanguage } from "./i18n.ts";
import { getPageLanguage } from "./page-language.ts";

const currentLanguage = new Store(getPageLanguage());
const yearSeconds = 365 * 24 * 60 * 60;

/** The language of the page, as set by the server. */
export function getChosenLanguage(): Language {
  return getPageLanguage();
}

export async function chooseLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  if (language === getChosenLanguage()) return;
  await setLanguage(language);
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = getDirection(language);
  currentLanguage.set(language);
}

export const useLanguage = (): Language => useStore(currentLanguage);

function storeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
