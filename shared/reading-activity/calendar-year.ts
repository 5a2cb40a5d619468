import * as z from "zod/mini";
import { padTwoDigits } from "#shared/text/two-digits.ts";
import { toHijri } from "./hijri.ts";
import { addDays, countDaysBetween, type Day } from "./time-zone.ts";

/** Calendars for the year in review. */
export const YearCalendar = z.enum(["gregorian", "hijri"]);
export type YearCalendar = z.infer<typeof YearCalendar>;

/** The range of supported years. */
export const supportedYears = { gregorian: [1970, 2200], hijri: [1389, 1600] } as const;

export interface YearSpan {
  readonly from: Day;
  readonly to: Day;
  /** The first days of its twelve months. */
  readonly months: readonly Day[];
}

/** The days of a year; Hijri years follow Umm al-Qura. */
export function getYearSpan(calendar: YearCalendar, year: number): YearSpan {
  const starts = monthStartsByCalendar[calendar](year);
  const [next = "", ...months] = starts.toReversed();
  return { from: starts[0] ?? "", to: addDays(next, -1), months: months.toReversed() };
}

export const getCalendarYear = (calendar: YearCalendar, day: Day): number =>
  calendar === "gregorian" ? Number(day.slice(0, 4)) : toHijri(day).year;

/** The first days of a year's months, and of the next year. */
const monthStartsByCalendar: Readonly<Record<YearCalendar, (year: number) => readonly Day[]>> = {
  gregorian: (year) => [
    ...Array.from({ length: 12 }, (_, month) => `${year}-${padTwoDigits(month + 1)}-01`),
    `${year + 1}-01-01`,
  ],
  hijri(year) {
    let day = findFirstOfHijriYear(year);
    return Array.from({ length: 13 }, () => {
      const start = day;
      // Hijri months have 29 or 30 days.
      day = addDays(day, 29);
      if (toHijri(day).day !== 1) day = addDays(day, 1);
      return start;
    });
  },
};

const [epoch, yearDays] = ["1900-04-30", 354.36707] as const;
const yearOfEpoch = 1318;

function findFirstOfHijriYear(year: number): Day {
  let day = addDays(epoch, Math.round((year - yearOfEpoch) * yearDays));
  for (let attempt = 0; attempt < 60; attempt++) {
    const found = toHijri(day);
    if (found.year === year && found.month === 1 && found.day === 1) return day;
    day = addDays(day, found.year < year ? 1 : -1);
  }
  throw new RangeError(`No first day of ${year} was found.`);
}

/** The longest streak; a single missed day does not end it, and does not count. */
export function getLongestRun(days: readonly Day[]): number {
  let [longest, run] = [0, 0];
  for (const [n, day] of days.entries()) {
    const before = days[n - 1];
    run = before !== undefined && countDaysBetween(before, day) <= 2 ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
