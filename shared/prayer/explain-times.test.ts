import { describe, expect, test } from "vitest";
import { explainTimes } from "./explain-times.ts";
import { defaultPrayerSettings } from "./settings.ts";

const makkah = { latitude: 21.42664, longitude: 39.82563, zone: "Asia/Riyadh" };
const london = { latitude: 51.50853, longitude: -0.12574, zone: "Europe/London" };
const tromso = { latitude: 69.6489, longitude: 18.95508, zone: "Europe/Oslo" };

describe("the explanation of prayer times", () => {
  test("names the method's angles or minutes", () => {
    expect(
      explainTimes(makkah, { ...defaultPrayerSettings, method: "UmmAlQura" }, "2026-06-01"),
    ).toMatchObject({
      fajrAngle: 18.5,
      isha: { minutes: 90 },
      maghribAngle: null,
      shadow: 1,
      ramadanMinutes: 0,
      latitudeUsed: null,
      isFajrBounded: false,
      isIshaBounded: false,
      nightRule: "middleofthenight",
    });
    expect(
      explainTimes(makkah, { ...defaultPrayerSettings, method: "Tehran", madhab: "hanafi" }, "2026-06-01"),
    ).toMatchObject({
      fajrAngle: 17.7,
      isha: { angle: 14 },
      maghribAngle: 4.5,
      shadow: 2,
    });
  });

  test("names adjustments of the method and the user", () => {
    const adjustments = { ...defaultPrayerSettings.adjustments, isha: -3 };
    const explanation = explainTimes(
      makkah,
      { ...defaultPrayerSettings, method: "Dubai", adjustments },
      "2026-06-01",
    );
    expect(explanation.methodMinutes).toContainEqual({ dayTime: "sunrise", minutes: -3 });
    expect(explanation.ownMinutes).toEqual([{ dayTime: "isha", minutes: -3 }]);
  });

  test("names Ramadan's half hour", () => {
    expect(
      explainTimes(makkah, { ...defaultPrayerSettings, method: "UmmAlQura" }, "2026-03-01").ramadanMinutes,
    ).toBe(30);
  });

  test("names the high-latitude rule or twilight", () => {
    expect(explainTimes(london, defaultPrayerSettings, "2026-06-21")).toMatchObject({
      nightRule: "seventhofthenight",
      isRuleChosen: false,
      isFajrBounded: true,
      isIshaBounded: true,
    });
    expect(explainTimes(london, defaultPrayerSettings, "2026-12-21")).toMatchObject({
      isFajrBounded: false,
      isIshaBounded: false,
    });
    expect(
      explainTimes(london, { ...defaultPrayerSettings, nightRule: "middleofthenight" }, "2026-06-21"),
    ).toMatchObject({
      nightRule: "middleofthenight",
      isRuleChosen: true,
      isFajrBounded: true,
    });
  });

  test("names the Moonsighting Committee's own rule", () => {
    const settings = {
      ...defaultPrayerSettings,
      method: "MoonsightingCommittee",
      nightRule: "twilightangle",
    } as const;
    expect(explainTimes(london, settings, "2026-06-21")).toMatchObject({
      nightRule: "own",
      isFajrBounded: false,
      isIshaBounded: false,
    });
  });

  test("distinguishes an Isha by the rule and one limited by midnight", () => {
    const north = { latitude: 64, longitude: 18.96, zone: "Europe/Oslo" };
    expect(
      explainTimes(north, { ...defaultPrayerSettings, method: "UmmAlQura" }, "2026-06-21"),
    ).toMatchObject({
      isIshaBounded: false,
      isIshaAtMiddle: true,
    });
    expect(explainTimes(london, defaultPrayerSettings, "2026-06-21").isIshaAtMiddle).toBe(false);
  });

  test("names the latitude used for polar days", () => {
    const { latitudeUsed } = explainTimes(tromso, defaultPrayerSettings, "2026-06-20");
    expect(latitudeUsed).toBeLessThan(69);
    expect(explainTimes(tromso, defaultPrayerSettings, "2026-03-20").latitudeUsed).toBeNull();
  });

  test("names a Maghrib at sunset when its angle would reach Isha", () => {
    const tehran = { ...defaultPrayerSettings, method: "Tehran" } as const;
    const south = { latitude: -60, longitude: -45, zone: "UTC" };

    expect(explainTimes(makkah, tehran, "2026-06-01").isMaghribLimited).toBe(false);
    expect(explainTimes(south, tehran, "2026-12-21").isMaghribLimited).toBe(true);
    expect(explainTimes(south, defaultPrayerSettings, "2026-12-21").isMaghribLimited).toBe(false);
  });

  test("names tomorrow's differences and clock changes", () => {
    const clockChangeDay = explainTimes(london, defaultPrayerSettings, "2026-03-28");
    expect(clockChangeDay.clockChange).toBe(60);
    expect(clockChangeDay.tomorrow.find(({ dayTime }) => dayTime === "dhuhr")?.minutes).toBeGreaterThan(58);
    const ordinaryDay = explainTimes(london, defaultPrayerSettings, "2026-03-27");
    expect(ordinaryDay.clockChange).toBe(0);
    expect(
      ordinaryDay.tomorrow.map(({ minutes }) => minutes).every((minutes) => Math.abs(minutes) <= 3),
    ).toBe(true);
    expect(explainTimes(london, defaultPrayerSettings, "2026-10-24").clockChange).toBe(-60);
  });
});
