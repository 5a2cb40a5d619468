import { describe, expect, test } from "vitest";
import { findRamadanEnd, getFastingState } from "./fasting.ts";
import { defaultPrayerSettings } from "./settings.ts";
import { getDayTimes } from "./times.ts";

const makkah = { latitude: 21.42664, longitude: 39.82563, zone: "Asia/Riyadh" };
const settings = { ...defaultPrayerSettings, method: "UmmAlQura" as const };
const getTimes = (day: string) => getDayTimes(makkah, settings, day);
const getStateAt = (time: string, shift = 0) =>
  getFastingState(makkah, { ...settings, hijriShift: shift }, new Date(time));

// Umm al-Qura's Ramadan of 1447 is from 18 February to 19 March 2026.
describe("fasting times", () => {
  test("are the Fajr before and the Maghrib of the day", () => {
    expect(getStateAt("2026-03-01T00:00:00Z")).toEqual({ kind: "suhur", at: getTimes("2026-03-01").fajr });
    expect(getStateAt("2026-03-01T09:00:00Z")).toEqual({ kind: "iftar", at: getTimes("2026-03-01").maghrib });
    expect(getStateAt("2026-03-01T18:00:00Z")).toEqual({ kind: "suhur", at: getTimes("2026-03-02").fajr });
    const { fajr, maghrib } = getTimes("2026-03-01");
    expect([fajr, maghrib].map((at) => getStateAt(at.toISOString())?.kind)).toEqual(["iftar", "suhur"]);
  });

  test("begin the evening before, and end with the last Maghrib", () => {
    expect(getStateAt("2026-02-17T12:00:00Z")).toBeNull();
    expect(getStateAt("2026-02-17T18:00:00Z")).toEqual({ kind: "suhur", at: getTimes("2026-02-18").fajr });
    expect(getStateAt("2026-03-19T12:00:00Z")?.kind).toBe("iftar");
    expect(getStateAt("2026-03-19T18:00:00Z")).toBeNull();
  });

  test("include a Maghrib after midnight", () => {
    const north = { latitude: 65.6, longitude: 13.2, zone: "Europe/Oslo" };
    const { maghrib } = getDayTimes(north, settings, "2016-06-21");
    expect(maghrib > new Date("2016-06-21T22:00:00Z")).toBe(true);
    expect(getFastingState(north, settings, new Date("2016-06-21T22:01:00Z"))).toEqual({
      kind: "iftar",
      at: maghrib,
    });
    expect(getFastingState(north, settings, new Date(maghrib))?.kind).toBe("suhur");
  });

  test("follow the user's sighting", () => {
    expect(getStateAt("2026-02-17T12:00:00Z", 1)?.kind).toBe("iftar");
    expect(getStateAt("2026-03-19T18:00:00Z", -1)?.kind).toBe("suhur");
  });
});

describe("the last day of Ramadan", () => {
  test("is detected on that day and shortly before", () => {
    expect(findRamadanEnd("2026-03-01", 0)).toBe("2026-03-19");
    expect(findRamadanEnd("2026-03-19", 0)).toBe("2026-03-19");
    expect(findRamadanEnd("2026-03-01", 1)).toBe("2026-03-18");
    expect(findRamadanEnd("2026-02-10", 0)).toBeNull();
    expect([7, 8].map((days) => findRamadanEnd("2026-02-10", 0, days))).toEqual([null, "2026-03-19"]);
    expect(findRamadanEnd("2026-03-20", 0, 14)).toBeNull();
  });
});
