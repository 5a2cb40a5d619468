import { countryCodes } from "#shared/prayer/countries.ts";

type Clocks = Intl.Locale & {
  readonly getTimeZones?: () => readonly string[] | undefined;
  readonly timeZones?: readonly string[];
};

/** Time zones shared by several countries. */
const sharedZones = new Set(["Asia/Jerusalem", "Europe/Belgrade", "Europe/Simferopol"]);

/** The country of a time zone; null when unknown. */
export function countryOfZone(zone: string): string | null {
  if (sharedZones.has(zone)) return null;
  try {
    // Browsers may report an older name, such as Asia/Calcutta.
    const known = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    const isThere = (region: string) => getZones(region).some((each) => each === zone || each === known);
    return countryCodes.find(isThere) ?? null;
  } catch {
    return null;
  }
}

function getZones(region: string): readonly string[] {
  const clocks = new Intl.Locale("und", { region }) as Clocks;
  return clocks.getTimeZones?.() ?? clocks.timeZones ?? [];
}
