import * as z from "zod/mini";
import { countryCodes } from "./countries.ts";
import { CustomAngles, defaultPrayerSettings, Madhab, PrayerMethod } from "./settings.ts";

export const CountryCode = z.string().check(z.refine((code) => countryCodes.includes(code)));

export const CountryDefault = z.strictObject({ method: PrayerMethod, angles: CustomAngles, madhab: Madhab });
export type CountryDefault = z.infer<typeof CountryDefault>;

const hanafi = new Set(["AF", "BD", "IN", "KG", "KZ", "PK", "TJ", "TM", "UZ"]);

const methods: Readonly<Partial<Record<PrayerMethod, string>>> = {
  Dubai: "AE",
  Egyptian: "EG IQ LB LY PS SD SS SY",
  Karachi: "AF BD IN LK NP PK",
  Kuwait: "KW",
  MoonsightingCommittee: "GB IE",
  NorthAmerica: "CA US",
  Qatar: "QA",
  Singapore: "BN ID PH SG TH",
  Tehran: "IR",
  Turkey: "AL BA CY MK TR XK",
  UmmAlQura: "BH SA YE",
};

/** Countries whose authority uses angles of no method of the library: Fajr and Isha. */
const anglesByCountry: Readonly<Record<string, readonly [fajr: number, isha: number]>> = {
  JO: [18, 18],
  KZ: [15, 15],
  MA: [19, 17],
  MY: [18, 18],
  OM: [18, 18],
  RU: [16, 15],
  TN: [18, 18],
};

const methodByCountry = new Map(
  Object.entries(methods).flatMap(([method, countries]) =>
    countries.split(" ").map((country) => [country, method as PrayerMethod] as const),
  ),
);

export const countryDefaults: Readonly<Record<string, CountryDefault>> = Object.fromEntries(
  [...new Set([...methodByCountry.keys(), ...Object.keys(anglesByCountry), ...hanafi])]
    .sort()
    .map((country) => [country, computeDefault(country)]),
);

/** The default settings of a country; null when unknown. */
export const getCountryDefault = (country: string | null): CountryDefault =>
  (country ? countryDefaults[country] : undefined) ?? globalDefault;

const { method, angles, madhab } = defaultPrayerSettings;
const globalDefault: CountryDefault = { method, angles, madhab };

function computeDefault(country: string): CountryDefault {
  const customAngles = anglesByCountry[country];
  return {
    method: customAngles ? "Other" : (methodByCountry.get(country) ?? defaultPrayerSettings.method),
    angles: customAngles
      ? { fajr: customAngles[0], isha: { angle: customAngles[1] } }
      : defaultPrayerSettings.angles,
    madhab: hanafi.has(country) ? "hanafi" : defaultPrayerSettings.madhab,
  };
}
