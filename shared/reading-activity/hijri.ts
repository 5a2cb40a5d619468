import { getSiteHijriShift } from "./hijri-shift.ts";
import { addDays, type Day } from "./time-zone.ts";

export interface HijriDate {
  readonly year: number;
  /** 1 for Muharram to 12 for Dhu al-Hijja. */
  readonly month: number;
  readonly day: number;
}

/** Ramadan. */
export const ramadan = 9;

/** The day whose Umm al-Qura date is the Hijri date of a day. */
export const toUmmAlQuraDay = (day: Day, shift = 0): Day => addDays(day, shift + getSiteHijriShift());

let calendar: Intl.DateTimeFormat | undefined;

const getUmmAlQuraFormat = () =>
  (calendar ??= new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    timeZone: "UTC",
  }));

/**
 * The Hijri date of a day, by ICU's table of the Umm al-Qura calendar and the site's shift. From August 2029
 * the table differs from the rule used in Makkah in some months.
 *
 * @param shift days by which the local sighting differs: 1 where the month began a day earlier, -1 where
 * later
 */
export function toHijri(day: Day, shift = 0): HijriDate {
  const parts = getUmmAlQuraFormat().formatToParts(new Date(`${toUmmAlQuraDay(day, shift)}T12:00:00Z`));
  const getPart = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: getPart("year"), month: getPart("month"), day: getPart("day") };
}

/** The first and last day of the Ramadan that ends on or after a day, and its Hijri year. */
export function findRamadan(from: Day, shift = 0): { startsOn: Day; endsOn: Day; year: number } {
  let day = from;
  while (toHijri(day, shift).month !== ramadan) day = addDays(day, 1);
  const { year, day: ofMonth } = toHijri(day, shift);
  const startsOn = addDays(day, 1 - ofMonth);
  let endsOn = addDays(startsOn, 28);
  if (toHijri(addDays(endsOn, 1), shift).month === ramadan) endsOn = addDays(endsOn, 1);
  return { startsOn, endsOn, year };
}
