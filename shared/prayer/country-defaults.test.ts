import { describe, expect, test } from "vitest";
import { CountryCode, CountryDefault, countryDefaults, getCountryDefault } from "./country-defaults.ts";

describe("the usual calculation of a country", () => {
  test.each([
    ["SA", "UmmAlQura", "shafi"],
    ["EG", "Egyptian", "shafi"],
    ["PK", "Karachi", "hanafi"],
    ["BD", "Karachi", "hanafi"],
    // Turkey's authority publishes the earlier Asr, as the library's own table for Ankara has it.
    ["TR", "Turkey", "shafi"],
    ["US", "NorthAmerica", "shafi"],
    ["IR", "Tehran", "shafi"],
    ["GB", "MoonsightingCommittee", "shafi"],
    ["UZ", "MuslimWorldLeague", "hanafi"],
    ["NO", "MuslimWorldLeague", "shafi"],
  ])("of %s is %s, %s", (country, method, madhab) => {
    expect(getCountryDefault(country)).toMatchObject({ method, madhab });
  });

  test("takes angles where no method has them", () => {
    expect(getCountryDefault("MA")).toMatchObject({
      method: "Other",
      angles: { fajr: 19, isha: { angle: 17 } },
    });
  });

  test("is the world's where no country is known", () => {
    expect(getCountryDefault(null).method).toBe("MuslimWorldLeague");
  });

  test("holds nothing that the settings would refuse", () => {
    expect(Object.keys(countryDefaults).length).toBeGreaterThan(30);
    for (const [country, settings] of Object.entries(countryDefaults)) {
      expect(CountryCode.safeParse(country).success).toBe(true);
      expect(CountryDefault.safeParse(settings).success).toBe(true);
    }
  });
});
