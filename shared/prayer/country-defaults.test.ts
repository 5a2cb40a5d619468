import { describe, expect, test } from "vitest";
import { CountryCode, CountryDefault, countryDefaults, getCountryDefault } from "./country-defaults.ts";

describe("the defaults of a country", () => {
  test.each([
    ["SA", "UmmAlQura", "shafi"],
    ["EG", "Egyptian", "shafi"],
    ["PK", "Karachi", "hanafi"],
    ["BD", "Karachi", "hanafi"],
    // Turkey's authority publishes the earlier Asr; so does the library's table for Ankara.
    ["TR", "Turkey", "shafi"],
    ["US", "NorthAmerica", "shafi"],
    ["IR", "Tehran", "shafi"],
    ["GB", "MoonsightingCommittee", "shafi"],
    ["UZ", "MuslimWorldLeague", "hanafi"],
    ["NO", "MuslimWorldLeague", "shafi"],
  ])("of %s is %s, %s", (country, method, madhab) => {
    expect(getCountryDefault(country)).toMatchObject({ method, madhab });
  });

  test("use angles without a matching method", () => {
    expect(getCountryDefault("MA")).toMatchObject({
      method: "Other",
      angles: { fajr: 19, isha: { angle: 17 } },
    });
  });

  test("are global without a country", () => {
    expect(getCountryDefault(null).method).toBe("MuslimWorldLeague");
  });

  test("are valid settings", () => {
    expect(Object.keys(countryDefaults).length).toBeGreaterThan(30);
    for (const [country, settings] of Object.entries(countryDefaults)) {
      expect(CountryCode.safeParse(country).success).toBe(true);
      expect(CountryDefault.safeParse(settings).success).toBe(true);
    }
  });
});
