import { addDays, type Day, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { type DayTime, dayTimesList, type PrayerLocation, type PrayerSettings } from "./settings.ts";
import { type DayTimes, getDayTimes } from "./times.ts";

export interface NamedPrayer<Name = DayTime> {
  readonly name: Name;
  readonly at: Date;
  readonly day: Day;
}

export interface CurrentAndNext {
  readonly today: DayTimes;
  /** The prayer, or sunrise, whose time has come last. */
  readonly current: NamedPrayer;
  /** The next prayer; sunrise is none. */
  readonly next: NamedPrayer<Exclude<DayTime, "sunrise">>;
}

export function getCurrentAndNextPrayer(
  location: PrayerLocation,
  settings: PrayerSettings,
  time: Date,
): CurrentAndNext {
  const day = toLocalDay(location.zone, time.getTime());
  const days = [-1, 0, 1].map((offset) => getDayTimes(location, settings, addDays(day, offset)));
  const all = days.flatMap((times) =>
    dayTimesList.map((name) => ({ name, at: times[name], day: times.day })),
  );
  const current = all.findLast(({ at }) => at <= time);
  const next = all.find((each): each is CurrentAndNext["next"] => each.at > time && each.name !== "sunrise");
  const today = days[1];
  if (!current || !next || !today)
    throw new RangeError(`The times around ${time.toISOString()} are incomplete.`);
  return { today, current, next };
}

/**
 * The times of a month in the location's calendar.
 *
 * @param month such as `2026-03`
 */
export function getMonthTimes(
  location: PrayerLocation,
  settings: PrayerSettings,
  month: string,
): readonly DayTimes[] {
  const days: DayTimes[] = [];
  for (let day: Day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) {
    days.push(getDayTimes(location, settings, day));
  }
  return days;
}
