import { describe, expect, test } from "vitest";
import { type PrayerCalls, usualCalls } from "./calls.ts";
import { dueCalls } from "./due-calls.ts";
import { usualSettings } from "./settings.ts";

const riyadh = { latitude: 24.71, longitude: 46.68, zone: "Asia/Riyadh" };
const sunday = "2026-03-01";
const friday = "2026-03-06";

const heard = (day: string, changed: Partial<PrayerCalls>) =>
  dueCalls(riyadh, usualSettings, { ...usualCalls, ...changed }, day);
const reminder = (minutes: number, more: object = {}) =>
  ({ id: crypto.randomUUID(), prayer: "asr", minutes, sound: "chime", ...more }) as const;

describe("what is to be heard of a day", () => {
  test("is the five prayers in their order, without the sunrise", () => {
    const due = heard(sunday, {});
    expect(due.map(({ prayer }) => prayer)).toEqual(["fajr", "dhuhr", "asr", "maghrib", "isha"]);
    expect(due.every(({ at, prayerAt, day }) => at.getTime() === prayerAt.getTime() && day === sunday)).toBe(
      true,
    );
  });

  test("is Friday's prayer in place of Dhuhr, with its own sound and reminders", () => {
    const calls = { ...usualCalls.calls, friday: { sound: "none", recordingId: null } as const };
    const reminders = [reminder(-30, { prayer: "friday" }), reminder(-5, { prayer: "dhuhr" })];
    const at = (day: string) => heard(day, { calls, reminders }).filter(({ moment }) => moment === "dhuhr");
    expect(at(friday)).toMatchObject([{ prayer: "friday", minutes: -30 }]);
    expect(at(sunday)).toMatchObject([
      { prayer: "dhuhr", minutes: -5 },
      { prayer: "dhuhr", minutes: 0 },
    ]);
  });

  test("has reminders before and after, each minute once, and of the sunrise too", () => {
    const reminders = [
      reminder(-10, { sound: "silent" }),
      reminder(-10),
      reminder(20),
      reminder(-15, { prayer: "sunrise" }),
    ];
    const due = heard(sunday, { reminders }).filter(({ minutes }) => minutes !== 0);
    expect(due.map(({ prayer, minutes, sound }) => [prayer, minutes, sound])).toEqual([
      ["sunrise", -15, "chime"],
      ["asr", -10, "chime"],
      ["asr", 20, "chime"],
    ]);
    const [, before] = due;
    expect(before && before.prayerAt.getTime() - before.at.getTime()).toBe(600_000);
  });

  test("is nothing while it is muted, and goes on from that very moment", () => {
    const [, , asr] = heard(sunday, {});
    expect(asr).toBeDefined();
    const due = heard(sunday, { mutedUntil: asr?.at ?? null });
    expect(due.map(({ prayer }) => prayer)).toEqual(["asr", "maghrib", "isha"]);
  });
});
