import { describe, expect, test } from "vitest";
import { getYearSpan } from "#shared/reading-activity/calendar-year.ts";
import { toHijri } from "#shared/reading-activity/hijri.ts";
import { setSiteHijriShift } from "#shared/reading-activity/hijri-shift.ts";
import { getCurrentAndNextPrayer, getMonthTimes } from "./current-and-next.ts";
import { getQiblaBearing } from "./qibla.ts";
import { defaultPrayerSettings, type PrayerLocation } from "./settings.ts";
import { getDayTimes } from "./times.ts";

const makkah: PrayerLocation = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh" };
const arctic: PrayerLocation = { latitude: 66, longitude: 25, zone: "Europe/Helsinki" };

describe("the course of a day", () => {
  test("names the current and next prayer, also after midnight", () => {
    const day = getDayTimes(makkah, defaultPrayerSettings, "2026-05-01");
    const getNamesAt = (time: Date, seconds: number) => {
      const { current, next, today } = getCurrentAndNextPrayer(
        makkah,
        defaultPrayerSettings,
        new Date(time.getTime() + seconds * 1000),
      );
      return [current.name, next.name, next.day, today.day];
    };

    const { fajr: nextFajr } = getDayTimes(makkah, defaultPrayerSettings, "2026-05-02");
    expect([day.midnight < day.lastThird, day.lastThird < nextFajr]).toEqual([true, true]);
    expect(getNamesAt(day.fajr, 0)).toEqual(["fajr", "dhuhr", "2026-05-01", "2026-05-01"]);
    expect(getNamesAt(day.sunrise, 60)).toEqual(["sunrise", "dhuhr", "2026-05-01", "2026-05-01"]);
    expect(getNamesAt(day.fajr, -1)).toEqual(["isha", "fajr", "2026-05-01", "2026-05-01"]);
    expect(getNamesAt(day.asr, 60)).toEqual(["asr", "maghrib", "2026-05-01", "2026-05-01"]);
    expect(getNamesAt(day.isha, 0)).toEqual(["isha", "fajr", "2026-05-02", "2026-05-01"]);
    expect(getNamesAt(day.midnight, 3_600)).toEqual(["isha", "fajr", "2026-05-02", "2026-05-02"]);
  });

  test("assigns a late Isha to the previous day", () => {
    const late = getDayTimes(arctic, defaultPrayerSettings, "2026-06-10");
    const { current } = getCurrentAndNextPrayer(arctic, defaultPrayerSettings, late.isha);

    expect(current).toEqual({ name: "isha", at: late.isha, day: "2026-06-10" });
  });

  test("has all days of a month, also in leap years", () => {
    expect(
      getMonthTimes(makkah, defaultPrayerSettings, "2028-02")
        .map(({ day }) => day)
        .at(-1),
    ).toBe("2028-02-29");
    expect(getMonthTimes(makkah, defaultPrayerSettings, "2026-12")).toHaveLength(31);
  });
});

test("the Qibla is the great circle, clockwise from north", () => {
  // Published bearings of these cities, and due north and south on the Kaʿba's meridian.
  expect(getQiblaBearing({ latitude: 51.5074, longitude: -0.1278 })).toBeCloseTo(118.987, 2);
  expect(getQiblaBearing({ latitude: 40.7128, longitude: -74.0059 })).toBeCloseTo(58.482, 2);
  expect(getQiblaBearing({ latitude: -6.18233995, longitude: 106.84287154 })).toBeCloseTo(295.1444, 2);
  expect(Math.cos((getQiblaBearing({ latitude: 0, longitude: 39.8262 }) * Math.PI) / 180)).toBeCloseTo(1, 6);
  expect(getQiblaBearing({ latitude: 60, longitude: 39.8262 })).toBeCloseTo(180, 2);
});

test("Hijri dates have the operator's shift and the user's", () => {
  setSiteHijriShift(-1);
  try {
    expect(toHijri("2026-06-17")).toEqual({ year: 1448, month: 1, day: 1 });
    expect(toHijri("2026-06-16", 1)).toEqual({ year: 1448, month: 1, day: 1 });
    expect(getYearSpan("hijri", 1448).from).toBe("2026-06-17");
  } finally {
    setSiteHijriShift(0);
  }
});

test("Hijri dates are Umm al-Qura's, shifted by sighting", () => {
  expect(toHijri("2026-06-16")).toEqual({ year: 1448, month: 1, day: 1 });
  expect(toHijri("2026-06-16", -1)).toEqual({ year: 1447, month: 12, day: 29 });
  expect(toHijri("2026-06-16", 2)).toEqual({ year: 1448, month: 1, day: 3 });
});
