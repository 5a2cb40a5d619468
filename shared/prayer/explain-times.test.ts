import { describe, expect, test } from "vitest";
import { explainTimes } from "./explain-times.ts";
import { defaultPrayerSettings } from "./settings.ts";

const makkah = { latitude: 21.42664, longitude: 39.82563, zone: "Asia/Riyadh" };
const london = { latitude: 51.50853, longitude: -0.12574, zone: "Europe/London" };
const tromso = { latitude: 69.6489, longitude: 18.95508, zone: "Europe/Oslo" };

describe("why the times are what they are", () => {
  test("tells the method's angles, and minutes where it has those", () => {
    expect(
      explainTimes(makkah, { ...defaultPrayerSettings, method: "UmmAlQura" }, "2026-06-01"),
    ).toMatchObject({
      ...{ fajrAngle: 18.5, isha: { minutes: 90 }, maghribAngle: null, shadow: 1, ramadanMinutes: 0 },
      ...{ latitudeUsed: null, isFajrBounded: false, isIshaBounded: false, nightRule: "middleofthenight" },
    });
    expect(
      explainTimes(makkah, { ...defaultPrayerSettings, method: "Tehran", madhab: "hanafi" }, "2026-06-01"),
    ).toMatchObject({
      ...{ fajrAngle: 17.7, isha: { angle: 14 }, maghribAngle: 4.5, shadow: 2 },
    });
  });

  test("tells what the method adds, and what the reader does", () => {
    const adjustments = { ...defaultPrayerSettings.adjustments, isha: -3 };
    const why = explainTimes(
      makkah,
      { ...defaultPrayerSettings, method: "Dubai", adjustments },
      "2026-06-01",
    );
    expect(why.methodMinutes).toContainEqual({ moment: "sunrise", minutes: -3 });
    expect(why.ownMinutes).toEqual([{ moment: "isha", minutes: -3 }]);
  });

  test("tells Ramadan's half hour", () => {
    expect(
      explainTimes(makkah, { ...defaultPrayerSettings, method: "UmmAlQura" }, "2026-03-01").ramadanMinutes,
    ).toBe(30);
  });

  test("tells where the night's rule gives the times, and where twilight does", () => {
    expect(explainTimes(london, defaultPrayerSettings, "2026-06-21")).toMatchObject({
      ...{ nightRule: "seventhofthenight", isRuleChosen: false, isFajrBounded: true, isIshaBounded: true },
    });
    expect(explainTimes(london, defaultPrayerSettings, "2026-12-21")).toMatchObject({
      ...{ isFajrBounded: false, isIshaBounded: false },
    });
    expect(
      explainTimes(london, { ...defaultPrayerSettings, nightRule: "middleofthenight" }, "2026-06-21"),
    ).toMatchObject({
      ...{ nightRule: "middleofthenight", isRuleChosen: true, isFajrBounded: true },
    });
  });

  test("tells the Moonsighting Committee's rule as its own, whichever was chosen", () => {
    const settings = {
      ...defaultPrayerSettings,
      method: "MoonsightingCommittee",
      nightRule: "twilightangle",
    } as const;
    expect(explainTimes(london, settings, "2026-06-21").nightRule).toBe("own");
  });

  test("tells apart an Isha that the rule gives, and one that minutes would carry past the night's middle", () => {
    const north = { latitude: 64, longitude: 18.96, zone: "Europe/Oslo" };
    expect(
      explainTimes(north, { ...defaultPrayerSettings, method: "UmmAlQura" }, "2026-06-21"),
    ).toMatchObject({
      ...{ isIshaBounded: false, isIshaAtMiddle: true },
    });
    expect(explainTimes(london, defaultPrayerSettings, "2026-06-21").isIshaAtMiddle).toBe(false);
  });

  test("tells whose latitude it is where the sun does not set", () => {
    const { latitudeUsed } = explainTimes(tromso, defaultPrayerSettings, "2026-06-20");
    expect(latitudeUsed).toBeLessThan(69);
    expect(explainTimes(tromso, defaultPrayerSettings, "2026-03-20").latitudeUsed).toBeNull();
  });

  test("tells where a Maghrib that has an angle is the sunset, since it would reach Isha", () => {
    const tehran = { ...defaultPrayerSettings, method: "Tehran" } as const;
    const southOf = { latitude: -60, longitude: -45, zone: "UTC" };

    expect(explainTimes(makkah, tehran, "2026-06-01").isMaghribLimited).toBe(false);
    expect(explainTimes(southOf, tehran, "2026-12-21").isMaghribLimited).toBe(true);
    expect(explainTimes(southOf, defaultPrayerSettings, "2026-12-21").isMaghribLimited).toBe(false);
  });

  test("tells tomorrow's difference by the clocks there, and when they are changed", () => {
    const before = explainTimes(london, defaultPrayerSettings, "2026-03-28");
    expect(before.clockChange).toBe(60);
    expect(before.tomorrow.find(({ moment }) => moment === "dhuhr")?.minutes).toBeGreaterThan(58);
    const timesExplanation = explainTimes(london, defaultPrayerSettings, "2026-03-27");
    expect(timesExplanation.clockChange).toBe(0);
    expect(
      timesExplanation.tomorrow.map(({ minutes }) => minutes).every((minutes) => Math.abs(minutes) <= 3),
    ).toBe(true);
    expect(explainTimes(london, defaultPrayerSettings, "2026-10-24").clockChange).toBe(-60);
  });
});
