import type { Language } from "#shared/api/language.ts";
import { getLocale } from "./locale.ts";
import { getPageLanguage } from "./page-language.ts";

const numberFormats = new Map<Language, Intl.NumberFormat>();

/** "12,480" in the page's language. */
export function formatNumber(value: number): string {
  // Intl formats are slow to create and give the same result below 1,000.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  const language = getPageLanguage();
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(getLocale(language));
  numberFormats.set(language, format);
  return format.format(value);
}
