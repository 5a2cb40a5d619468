import { countryCodes } from "#shared/prayer/countries.ts";

type LocaleWithTimeZones = Intl.Locale & {
  readonly getTimeZones?: () => readonly string[] | undefined;
  readonly timeZones?: readonly string[];
};

/** Time zones shared by several countries. */
const sharedZones = new Set(["Asia/Jerusalem", "Europe/Belgrade", "Europe/Simferopol"]);

/** The country of a time zone; null when unknown. */
export function findCountryOfZone(zone: string): string | null {
  if (sharedZones.has(zone)) return null;
  try {
    // Browsers may report an older name, such as Asia/Calcutta.
    const canonicalZone = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    const hasZone = (region: string) =>
      getZones(region).some((each) => each === zone || each === canonicalZone);
    return countryCodes.find(hasZone) ?? null;
  } catch {
    return null;
  }
}

function getZones(region: string): readonly string[] {
  const locale = new Intl.Locale("und", { region }) as LocaleWithTimeZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
