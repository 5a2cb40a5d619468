import * as z from "zod/mini";

/** A calendar date such as `2026-03-01`. */
export const Day = z.iso.date().check(z.regex(/^[12]/));
export type Day = z.infer<typeof Day>;

/** An IANA name such as `Asia/Riyadh`, or a UTC offset such as `+03:00`. */
export const Zone = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.regex(/^(?:[+-]\d{2}:\d{2}|[A-Za-z][\w+/-]*)$/));
export type Zone = z.infer<typeof Zone>;

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const fixed = /^([+-])(\d{2}):(\d{2})$/;

export function isKnownZone(zone: Zone): boolean {
  const match = fixed.exec(zone);
  if (match) {
    const offsetMs = getUtcOffset(zone, 0);
    return Number(match[3]) < 60 && offsetMs >= -12 * hourMs && offsetMs <= 14 * hourMs;
  }
  try {
    getClock(zone);
    return true;
  } catch {
    return false;
  }
}

/** The UTC offset of a zone at an instant, in milliseconds. */
export function getUtcOffset(zone: Zone, time: number): number {
  const match = fixed.exec(zone);
  if (match) return parseOffset(match[1], match[2], match[3]);
  const name = getClock(zone)
    .formatToParts(time)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, character, hours, minutes, seconds] =
    /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name ?? "") ?? [];
  return parseOffset(character, hours, minutes, seconds);
}

export function toLocalDay(zone: Zone, time: number): Day {
  return getName(time + getUtcOffset(zone, time));
}

/** The start of the next day; days have 23, 25 or other numbers of hours when clocks change. */
export function getNextDay(zone: Zone, time: number): number {
  const offset = getUtcOffset(zone, time);
  const today = getName(time + offset);
  const midnight = (Math.floor((time + offset) / dayMs) + 1) * dayMs;
  // Clocks may change before midnight, or skip it so that the day starts later.
  const guess = midnight - offset;
  const isStart = toLocalDay(zone, guess) > today && toLocalDay(zone, guess - 1) === today;
  return isStart ? guess : midnight - getUtcOffset(zone, guess);
}

/** The start of a day in a zone; of the next one for a day that the zone skipped. */
export function startOfDay(zone: Zone, day: Day): number {
  const noonBefore = toUtcMidnight(day) - dayMs / 2;
  let time = noonBefore - getUtcOffset(zone, noonBefore);
  while (toLocalDay(zone, time) < day) time = getNextDay(zone, time);
  return time;
}

/** The day a number of days later; earlier for negative numbers. */
export const addDays = (day: Day, days: number): Day => getName(toUtcMidnight(day) + days * dayMs);

export const countDaysBetween = (from: Day, to: Day): number =>
  Math.round((toUtcMidnight(to) - toUtcMidnight(from)) / dayMs);

/** The weekday: 1 for Monday to 7 for Sunday. */
export const getWeekday = (day: Day): number => new Date(toUtcMidnight(day)).getUTCDay() || 7;

const toUtcMidnight = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const getName = (local: number): Day => new Date(local).toISOString().slice(0, 10);

function parseOffset(character = "+", hours = "0", minutes = "0", seconds = "0"): number {
  const offsetMs = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return character === "-" ? -offsetMs : offsetMs;
}

const clocks = new Map<Zone, Intl.DateTimeFormat>();

function getClock(zone: Zone): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  clocks.set(zone, clock);
  return clock;
}
