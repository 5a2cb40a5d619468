import { describe, expect, test } from "vitest";
import {
  addDays,
  countDaysBetween,
  getNextDay,
  getUtcOffset,
  getWeekday,
  isKnownZone,
  startOfDay,
  toLocalDay,
} from "./time-zone.ts";

const parse = (time: string) => Date.parse(time);
const toIso = (time: number) => new Date(time).toISOString();

test.each([
  ["+14:00", true],
  ["+14:01", false],
  ["-12:00", true],
  ["-12:01", false],
  ["+05:59", true],
  ["+05:60", false],
  ["Asia/Riyadh", true],
  ["Asia/Nowhere", false],
])("%s is a zone: %s", (zone, isKnown) => {
  expect(isKnownZone(zone)).toBe(isKnown);
});

test.each([
  ["+05:30", "2026-01-01T00:00:00Z", 5 * 3600 + 30 * 60],
  ["-03:45", "2026-01-01T00:00:00Z", -(3 * 3600 + 45 * 60)],
  ["UTC", "2026-01-01T00:00:00Z", 0],
  ["Asia/Kathmandu", "2026-01-01T00:00:00Z", 5 * 3600 + 45 * 60],
  // Local mean time with seconds.
  ["Africa/Monrovia", "1970-01-01T00:00:00Z", -(44 * 60 + 30)],
])("the offset of %s at %s is %i s", (zone, time, seconds) => {
  expect(getUtcOffset(zone, parse(time))).toBe(seconds * 1000);
});

test.each([
  ["Asia/Riyadh", "2026-03-01T20:59:59.999Z", "2026-03-01"],
  ["Asia/Riyadh", "2026-03-01T21:00:00Z", "2026-03-02"],
  ["-05:00", "2026-03-01T04:59:59Z", "2026-02-28"],
])("in %s, %s is on %s", (zone, time, day) => {
  expect(toLocalDay(zone, parse(time))).toBe(day);
});

describe("the next day", () => {
  test.each([
    ["from the last millisecond", "Asia/Riyadh", "2026-03-01T20:59:59.999Z", "2026-03-01T21:00:00Z"],
    ["after 23 hours", "America/New_York", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"],
    ["after 25 hours", "America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
    ["at one o'clock", "America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z"],
    ["after a repeated midnight hour", "America/Havana", "2026-10-31T12:00:00Z", "2026-11-01T04:00:00Z"],
    ["without the day that was skipped", "Pacific/Apia", "2011-12-30T09:00:00Z", "2011-12-30T10:00:00Z"],
    ["of a fixed offset", "-03:30", "2026-03-01T03:30:00Z", "2026-03-02T03:30:00Z"],
  ])("begins %s", (_name, zone, from, next) => {
    expect(toIso(getNextDay(zone, parse(from)))).toBe(toIso(parse(next)));
  });

  test("begins later than now, by at most a day and an hour, in every hour of a year", () => {
    for (const zone of ["America/New_York", "Africa/Cairo", "Australia/Lord_Howe"]) {
      for (let time = parse("2026-01-01T00:30:00Z"); time < parse("2027-01-01"); time += 13 * 3_600_000) {
        const next = getNextDay(zone, time);
        expect(next - time).toBeGreaterThan(0);
        expect([toLocalDay(zone, next - 1), toLocalDay(zone, next)]).toEqual([
          toLocalDay(zone, time),
          addDays(toLocalDay(zone, time), 1),
        ]);
      }
    }
  });
});

test.each([
  ["America/New_York", "2026-03-09", "2026-03-09T04:00:00Z"],
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"],
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"],
  ["Pacific/Kiritimati", "2026-03-01", "2026-02-28T10:00:00Z"],
])("in %s, %s begins at %s", (zone, day, start) => {
  expect(toIso(startOfDay(zone, day))).toBe(toIso(parse(start)));
});

test("days are counted over months and leap years", () => {
  expect([addDays("2024-02-28", 2), addDays("2026-01-01", -1), addDays("2026-03-01", 0)]).toEqual([
    "2024-03-01",
    "2025-12-31",
    "2026-03-01",
  ]);
  expect([
    countDaysBetween("2024-02-28", "2024-03-01"),
    countDaysBetween("2026-01-01", "2025-12-31"),
  ]).toEqual([2, -1]);
  expect(Array.from({ length: 7 }, (_, n) => getWeekday(addDays("2026-03-02", n)))).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
});
