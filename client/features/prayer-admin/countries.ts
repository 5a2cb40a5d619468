import { countryCodes } from "#shared/prayer/countries.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";

export function getCountryName(code: string): string {
  try {
    return new Intl.DisplayNames([getLocale()], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** All countries, sorted by name. */
export function listCountries(): readonly { readonly value: string; readonly label: string }[] {
  return sortByName(countryCodes.map((code) => ({ value: code, label: getCountryName(code) })));
}

export function sortByName<Named extends { readonly label: string }>(
  named: readonly Named[],
): readonly Named[] {
  const { compare } = new Intl.Collator(getLocale());
  return [...named].sort((a, b) => compare(a.label, b.label));
}
