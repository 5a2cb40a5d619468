import { describe, expect, test } from "vitest";
import { defaultAlerts, type PrayerAlertSettings } from "./alert-settings.ts";
import { findNextPrayerAfter, listAlertsBetween } from "./scheduled-alerts.ts";
import { defaultPrayerSettings, type PrayerLocation } from "./settings.ts";
import { getDayTimes } from "./times.ts";

const makkah: PrayerLocation = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh" };
const arctic: PrayerLocation = { latitude: 66, longitude: 25, zone: "Europe/Helsinki" };
/** A Thursday. */
const thursday = getDayTimes(makkah, defaultPrayerSettings, "2026-04-30");

const listDue = (alerts: Partial<PrayerAlertSettings>, after: Date, until: Date, location = makkah) =>
  listAlertsBetween(
    location,
    { settings: defaultPrayerSettings, alerts: { ...defaultAlerts, ...alerts } },
    after,
    until,
  );
const subtractMinutes = (time: Date, minutes: number) => new Date(time.getTime() - minutes * 60_000);
const id = "9f6b9c1e-5a9b-4a55-9a55-0a3b0c1d2e3f";

describe("due alerts", () => {
  test("are each prayer once, with the Friday prayer instead of Dhuhr", () => {
    const { fajr } = thursday;
    const all = listDue({}, subtractMinutes(fajr, 1), new Date(fajr.getTime() + 47 * 3_600_000));

    expect(all.map(({ key }) => key)).toEqual([
      "2026-04-30 fajr",
      "2026-04-30 dhuhr",
      "2026-04-30 asr",
      "2026-04-30 maghrib",
      "2026-04-30 isha",
      "2026-05-01 fajr",
      "2026-05-01 dhuhr",
      "2026-05-01 asr",
      "2026-05-01 maghrib",
      "2026-05-01 isha",
    ]);
    expect(
      all.map(({ prayer }) => prayer).filter((prayer) => prayer === "friday" || prayer === "dhuhr"),
    ).toEqual(["dhuhr", "friday"]);
  });

  test("include the end and exclude the start of the range", () => {
    const { asr } = thursday;
    expect(listDue({}, asr, subtractMinutes(asr, -1))).toEqual([]);
    expect(listDue({}, subtractMinutes(asr, 1), asr)).toHaveLength(1);
  });

  test("omit muted and disabled ones", () => {
    const { asr, isha } = thursday;
    const byPrayer = { ...defaultAlerts.byPrayer, maghrib: { sound: "none" as const, recordingId: null } };
    const listDuePrayers = (input: Partial<PrayerAlertSettings>) =>
      listDue(input, subtractMinutes(asr, 1), isha).map(({ prayer }) => prayer);

    expect(listDuePrayers({ byPrayer })).toEqual(["asr", "isha"]);
    expect(listDuePrayers({ mutedUntil: subtractMinutes(isha, 1) })).toEqual(["isha"]);
    expect(listDuePrayers({ mutedUntil: asr })).toEqual(["asr", "maghrib", "isha"]);
  });

  test("include reminders before and after, on Fridays only for its prayer, and for sunrise", () => {
    const { dhuhr, sunrise } = thursday;
    const tomorrow = getDayTimes(makkah, defaultPrayerSettings, "2026-05-01");
    const reminders = [
      { id, prayer: "dhuhr", minutes: -20, sound: "chime" },
      { id: id.replace("9", "8"), prayer: "friday", minutes: 15, sound: "silent" },
      { id: id.replace("9", "7"), prayer: "sunrise", minutes: -5, sound: "silent" },
    ] as const;
    const due = listDue(
      { reminders: [...reminders] },
      subtractMinutes(sunrise, 10),
      subtractMinutes(tomorrow.dhuhr, -60),
    );
    expect(due.map(({ at }) => at)).toEqual(due.map(({ at }) => at).toSorted((a, b) => +a - +b));
    const reminded = due
      .filter(({ kind }) => kind === "reminder")
      .map(({ prayer, at, sound }) => [prayer, at, sound]);

    expect(reminded).toEqual([
      ["sunrise", subtractMinutes(sunrise, 5), "silent"],
      ["dhuhr", subtractMinutes(dhuhr, 20), "chime"],
      ["sunrise", subtractMinutes(tomorrow.sunrise, 5), "silent"],
      ["friday", subtractMinutes(tomorrow.dhuhr, -15), "silent"],
    ]);
  });

  test("include an Isha after midnight, and its late reminder", () => {
    const { isha } = getDayTimes(arctic, defaultPrayerSettings, "2026-06-10");
    const reminders = [{ id, prayer: "isha" as const, minutes: 180, sound: "chime" as const }];

    expect(listDue({}, subtractMinutes(isha, 1), isha, arctic).map(({ key }) => key)).toEqual([
      "2026-06-10 isha",
    ]);
    const late = subtractMinutes(isha, -180);
    expect(listDue({ reminders }, subtractMinutes(late, 1), late, arctic).map(({ key }) => key)).toEqual([
      `2026-06-10 isha 180 ${id}`,
    ]);
  });
});

test("the next prayer skips sunrise, and knows Friday", () => {
  const tomorrow = getDayTimes(makkah, defaultPrayerSettings, "2026-05-01");
  expect(findNextPrayerAfter(makkah, defaultPrayerSettings, tomorrow.fajr)).toEqual({
    name: "friday",
    at: tomorrow.dhuhr,
  });
  expect(findNextPrayerAfter(makkah, defaultPrayerSettings, thursday.fajr)).toEqual({
    name: "dhuhr",
    at: thursday.dhuhr,
  });
});
