import { describe, expect, test } from "vitest";
import { createCalendarFile } from "./calendar-file.ts";
import { defaultPrayerSettings } from "./settings.ts";
import { getDayTimes } from "./times.ts";

const makkah = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh" };
const tromso = { latitude: 69.6489, longitude: 18.9551, zone: "Europe/Oslo" };
const createdAt = new Date("2026-03-01T07:15:42.123Z");
const hardName = `${"مكة المكرمة ".repeat(12)}🕋; a, b\\c\r\nd\u0007\ud800`;

const getFile = (location: typeof makkah, displayName = "Makkah", getName = (prayer: string) => prayer) =>
  createCalendarFile({
    days: ["2026-03-28", "2026-03-29"].map((day) => getDayTimes(location, defaultPrayerSettings, day)),
    getName,
    title: `Prayer times, ${displayName}`,
    location: { ...location, displayName },
    createdBy: "maktaba",
    createdAt,
  });

/** The lines before folding. */
const unfoldLines = (file: string) => file.replaceAll("\r\n ", "").split("\r\n").slice(0, -1);
const getValues = (name: string, file: string) =>
  unfoldLines(file).flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));

describe("a calendar file", () => {
  test("has a complete UTC event per prayer and day", () => {
    const file = getFile(makkah);
    const events = file.split("BEGIN:VEVENT\r\n").slice(1);

    expect(events).toHaveLength(10);
    for (const event of events) {
      expect(event).toMatch(
        /^UID:\S+\r\nDTSTAMP:20260301T071542Z\r\nDTSTART:202603(28|29)T\d{4}00Z\r\nSUMMARY:\w+\r\nLOCATION:Makkah\r\n/,
      );
    }
    expect(getValues("DTSTART", file)[0]).toBe(
      `${getDayTimes(makkah, defaultPrayerSettings, "2026-03-28").fajr.toISOString().slice(0, 16).replace(/[-:]/g, "")}00Z`,
    );
    expect(unfoldLines(file).slice(0, 4)).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//maktaba//prayer times//EN",
      "CALSCALE:GREGORIAN",
    ]);
    expect(unfoldLines(file).at(-1)).toBe("END:VCALENDAR");
  });

  test("replaces events of the same location only", () => {
    const uids = getValues("UID", getFile(makkah));
    expect(new Set(uids).size).toBe(10);
    expect(getValues("UID", getFile({ ...makkah, latitude: 21.4226 }, "مكة"))).toEqual(uids);

    expect(uids[0]).toContain("21.42n39.83e");
    expect(getValues("UID", getFile({ ...makkah, latitude: 0, longitude: 0 }))[0]).toContain("0.00n0.00e");
    expect(getValues("UID", getFile({ ...makkah, latitude: -1, longitude: -1 }))[0]).toContain("1.00s1.00w");

    const others = [tromso, { ...makkah, latitude: -21.4225 }, { ...makkah, longitude: -39.8262 }];
    for (const other of others) {
      expect(getValues("UID", getFile(other)).filter((uid) => uids.includes(uid))).toEqual([]);
    }
  });

  test("folds lines at 75 octets, ends them with CRLF and escapes text", () => {
    const file = getFile(makkah, hardName, () => hardName);
    const lines = file.split("\r\n");

    expect(lines.pop()).toBe("");
    expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
    const octets = lines.map((line) => new TextEncoder().encode(line).length);
    expect(Math.max(...octets)).toBeLessThanOrEqual(75);
    expect(octets.filter((count) => count === 75 || count === 74).length).toBeGreaterThan(10);
    const expected = `${"مكة المكرمة ".repeat(12)}🕋\\; a\\, b\\\\c\\nd`;
    expect(getValues("SUMMARY", file)[0]).toBe(expected);
    expect(getValues("LOCATION", file)[9]).toBe(expected);
    expect(new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(file))).toBe(file);
  });
});
