import { ramadan, toHijri } from "#shared/reading-activity/hijri.ts";
import { addDays, type Day, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import type { PrayerLocation, PrayerSettings } from "./settings.ts";
import { getDayTimes } from "./times.ts";

export interface FastingEvent {
  readonly kind: "suhur" | "iftar";
  readonly at: Date;
}

/** The next event during Ramadan, from the Maghrib before its first day to its last Maghrib; else null. */
export function getFastingState(
  location: PrayerLocation,
  settings: PrayerSettings,
  time: Date,
): FastingEvent | null {
  const day = toLocalDay(location.zone, time.getTime());
  const isFastingDay = (each: Day) => toHijri(each, settings.hijriShift).month === ramadan;
  const { fajr, maghrib } = getDayTimes(location, settings, day);
  const before = addDays(day, -1);
  const lastMaghrib = getDayTimes(location, settings, before).maghrib;
  // At high latitudes Maghrib can be after midnight.
  if (time < lastMaghrib) return isFastingDay(before) ? { kind: "iftar", at: lastMaghrib } : null;
  if (time >= maghrib) {
    const next = addDays(day, 1);
    return isFastingDay(next) ? { kind: "suhur", at: getDayTimes(location, settings, next).fajr } : null;
  }
  if (!isFastingDay(day)) return null;
  return time < fajr ? { kind: "suhur", at: fajr } : { kind: "iftar", at: maghrib };
}

/** The last day of the current Ramadan, or of the next one within some days; null otherwise. */
export function findRamadanEnd(day: Day, shift: number, maxDays = 0): Day | null {
  const isFastingDay = (each: Day) => toHijri(each, shift).month === ramadan;
  let last = day;
  for (let ahead = 0; !isFastingDay(last); ahead++) {
    if (ahead >= maxDays) return null;
    last = addDays(last, 1);
  }
  while (isFastingDay(addDays(last, 1))) last = addDays(last, 1);
  return last;
}
