import { describe, expect, test } from "vitest";
import { whyOf } from "./explain-times.ts";
import { usualSettings } from "./settings.ts";

const makkah = { latitude: 21.42664, longitude: 39.82563, zone: "Asia/Riyadh" };
const london = { latitude: 51.50853, longitude: -0.12574, zone: "Europe/London" };
const tromso = { latitude: 69.6489, longitude: 18.95508, zone: "Europe/Oslo" };

describe("why the times are what they are", () => {
  test("tells the method's angles, and minutes where it has those", () => {
    expect(whyOf(makkah, { ...usualSettings, method: "UmmAlQura" }, "2026-06-01")).toMatchObject({
      ...{ fajrAngle: 18.5, isha: { minutes: 90 }, maghribAngle: null, shadow: 1, ramadanMinutes: 0 },
      ...{ latitudeUsed: null, isFajrBounded: false, isIshaBounded: false, nightRule: "middleofthenight" },
    });
    expect(
      whyOf(makkah, { ...usualSettings, method: "Tehran", madhab: "hanafi" }, "2026-06-01"),
    ).toMatchObject({
      ...{ fajrAngle: 17.7, isha: { angle: 14 }, maghribAngle: 4.5, shadow: 2 },
    });
  });

  test("tells what the method adds, and what the reader does", () => {
    const adjustments = { ...usualSettings.adjustments, isha: -3 };
    const why = whyOf(makkah, { ...usualSettings, method: "Dubai", adjustments }, "2026-06-01");
    expect(why.methodMinutes).toContainEqual({ moment: "sunrise", minutes: -3 });
    expect(why.ownMinutes).toEqual([{ moment: "isha", minutes: -3 }]);
  });

  test("tells Ramadan's half hour", () => {
    expect(whyOf(makkah, { ...usualSettings, method: "UmmAlQura" }, "2026-03-01").ramadanMinutes).toBe(30);
  });

  test("tells where the night's rule gives the times, and where twilight does", () => {
    expect(whyOf(london, usualSettings, "2026-06-21")).toMatchObject({
      ...{ nightRule: "seventhofthenight", isRuleChosen: false, isFajrBounded: true, isIshaBounded: true },
    });
    expect(whyOf(london, usualSettings, "2026-12-21")).toMatchObject({
      ...{ isFajrBounded: false, isIshaBounded: false },
    });
    expect(whyOf(london, { ...usualSettings, nightRule: "middleofthenight" }, "2026-06-21")).toMatchObject({
      ...{ nightRule: "middleofthenight", isRuleChosen: true, isFajrBounded: true },
    });
  });

  test("tells the Moonsighting Committee's rule as its own, whichever was chosen", () => {
    const settings = {
      ...usualSettings,
      method: "MoonsightingCommittee",
      nightRule: "twilightangle",
    } as const;
    expect(whyOf(london, settings, "2026-06-21").nightRule).toBe("own");
  });

  test("tells apart an Isha that the rule gives, and one that minutes would carry past the night's middle", () => {
    const north = { latitude: 64, longitude: 18.96, zone: "Europe/Oslo" };
    expect(whyOf(north, { ...usualSettings, method: "UmmAlQura" }, "2026-06-21")).toMatchObject({
      ...{ isIshaBounded: false, isIshaAtMiddle: true },
    });
    expect(whyOf(london, usualSettings, "2026-06-21").isIshaAtMiddle).toBe(false);
  });

  test("tells whose latitude it is where the sun does not set", () => {
    const { latitudeUsed } = whyOf(tromso, usualSettings, "2026-06-20");
    expect(latitudeUsed).toBeLessThan(69);
    expect(whyOf(tromso, usualSettings, "2026-03-20").latitudeUsed).toBeNull();
  });

  test("tells where a Maghrib that has an angle is the sunset, since it would reach Isha", () => {
    const tehran = { ...usualSettings, method: "Tehran" } as const;
    const southOf = { latitude: -60, longitude: -45, zone: "UTC" };

    expect(whyOf(makkah, tehran, "2026-06-01").isMaghribSunset).toBe(false);
    expect(whyOf(southOf, tehran, "2026-12-21").isMaghribSunset).toBe(true);
    expect(whyOf(southOf, usualSettings, "2026-12-21").isMaghribSunset).toBe(false);
  });

  test("tells tomorrow's difference by the clocks there, and when they are changed", () => {
    const before = whyOf(london, usualSettings, "2026-03-28");
    expect(before.clockChange).toBe(60);
    expect(before.tomorrow.find(({ moment }) => moment === "dhuhr")?.minutes).toBeGreaterThan(58);
    const usual = whyOf(london, usualSettings, "2026-03-27");
    expect(usual.clockChange).toBe(0);
    expect(usual.tomorrow.map(({ minutes }) => minutes).every((minutes) => Math.abs(minutes) <= 3)).toBe(
      true,
    );
    expect(whyOf(london, usualSettings, "2026-10-24").clockChange).toBe(-60);
  });
});
