import type { DayTimes } from "#shared/prayer/times.ts";
import { toUmmAlQuraDay } from "#shared/reading-activity/hijri.ts";
import { addDays, type Day } from "#shared/reading-activity/time-zone.ts";
import { padTwoDigits } from "#shared/text/two-digits.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";

type FormatOptions = Intl.DateTimeFormatOptions;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are cached, because the month table formats two hundred times. */
function getFormat(options: FormatOptions): Intl.DateTimeFormat {
  const tag = getLocale();
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formats.set(key, format);
  return format;
}

const getNoon = (day: Day) => new Date(`${day}T12:00:00Z`);

/** "Sunday, March 1, 2026". */
export const formatLongDay = (day: Day): string =>
  getFormat({ dateStyle: "full", timeZone: "UTC", calendar: "gregory" }).format(getNoon(day));

/** "Sun". */
export const formatWeekday = (day: Day): string =>
  getFormat({ weekday: "short", timeZone: "UTC" }).format(getNoon(day));

/** "March 2026". @param month such as `2026-03`. */
export const formatMonth = (month: string): string =>
  getFormat({ month: "long", year: "numeric", timeZone: "UTC", calendar: "gregory" }).format(
    getNoon(`${month}-01`),
  );

/** "12 Ramadan 1447 AH". @param shift days, see `toUmmAlQuraDay`. */
export const formatHijriDate = (day: Day, shift: number): string =>
  getFormat({ dateStyle: "long", timeZone: "UTC", calendar: "islamic-umalqura" }).format(
    getNoon(toUmmAlQuraDay(day, shift)),
  );

export function formatCurrentHijriDate(
  { day, maghrib }: Pick<DayTimes, "day" | "maghrib">,
  shift: number,
  now: Date,
): string {
  if (now < maghrib) return formatHijriDate(day, shift);
  return t("prayer.tonight", { date: formatHijriDate(addDays(day, 1), shift) });
}

/** "12 Ram.", for tables. */
export const formatShortHijriDate = (day: Day, shift: number): string =>
  getFormat({ day: "numeric", month: "short", timeZone: "UTC", calendar: "islamic-umalqura" }).format(
    getNoon(toUmmAlQuraDay(day, shift)),
  );

/** "05:12" or "5:12" in a time zone: the clock of the locale without AM and PM, for tables. */
export const formatTableTime = (time: Date, zone: string): string =>
  getFormat({ timeStyle: "short", timeZone: zone })
    .formatToParts(time)
    .map(({ type, value }) => (type === "dayPeriod" ? "" : value))
    .join("")
    .trim();

/** "2:05:09", or "5:09" below an hour. */
export function formatCountdown(leftMs: number): string {
  const totalSeconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const [hours, minutes, seconds] = [
    Math.floor(totalSeconds / 3_600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ];
  return hours
    ? `${hours}:${padTwoDigits(minutes)}:${padTwoDigits(seconds)}`
    : `${minutes}:${padTwoDigits(seconds)}`;
}
