import { ramadan, toHijri } from "#shared/reading-activity/hijri.ts";
import { addDays, type Day } from "#shared/reading-activity/time-zone.ts";
import { calculatePrayerTimes, getCalculationParameters, roundToNearestMinute } from "./calculate-times.ts";
import { getSubstituteLatitude } from "./polar-fallback.ts";
import type { DayTime, NightRule, PrayerLocation, PrayerSettings } from "./settings.ts";

export interface DayTimes extends Readonly<Record<DayTime, Date>> {
  readonly day: Day;
  /** The middle of the night from Maghrib to Fajr. */
  readonly midnight: Date;
  /** The start of the last third of that night. */
  readonly lastThird: Date;
  readonly nightRule: NightRule;
  /** The method's Isha, minutes after Maghrib, was after the middle of a short night and is limited to it. */
  readonly isIshaBounded: boolean;
  readonly latitudeUsed: number;
  /** Minutes by which Isha is later in Ramadan; 0 otherwise and for other methods. */
  readonly ramadanMinutes: number;
}

/** Above this latitude the one-seventh rule applies (the library recommends it only for the north). */
export const moonsightingSeventhLatitude = 48;
/** In the Umm al-Qura method Isha is 90 minutes after Maghrib, and 120 in Ramadan. */
const ramadanMinutes = 30;
const minuteMs = 60_000;

export function getNightRule({ latitude }: PrayerLocation, { nightRule }: PrayerSettings): NightRule {
  if (nightRule !== "auto") return nightRule;
  return Math.abs(latitude) > moonsightingSeventhLatitude ? "seventhofthenight" : "middleofthenight";
}

/**
 * The prayer times of a day.
 *
 * @param day in the location's calendar
 */
export function getDayTimes(location: PrayerLocation, settings: PrayerSettings, day: Day): DayTimes {
  const today = getTimes(location, settings, day);
  const { maghrib } = today.times;
  const nextFajr = getTimes(location, settings, addDays(day, 1)).times.fajr;
  const night = nextFajr.getTime() - maghrib.getTime();
  const getNightTime = (fraction: number) => roundToNearestMinute(maghrib.getTime() + night * fraction);
  const midnight = getNightTime(1 / 2);
  const ishaAdjustment = settings.adjustments.isha * minuteMs;
  // Only minutes after Maghrib are limited by the length of the night, angles are not.
  const isIshaBounded =
    today.isIshaByMinutes && today.times.isha.getTime() - ishaAdjustment > midnight.getTime();
  const isha = isIshaBounded ? midnight.getTime() + ishaAdjustment : today.times.isha.getTime();
  return {
    ...today.times,
    isha: new Date(Math.min(isha, nextFajr.getTime())),
    isIshaBounded,
    day,
    midnight,
    lastThird: getNightTime(2 / 3),
    nightRule: getNightRule(location, settings),
    latitudeUsed: today.latitude,
    ramadanMinutes: today.ramadanMinutes,
  };
}

function getTimes(location: PrayerLocation, settings: PrayerSettings, day: Day) {
  const parameters = getCalculationParameters(settings, getNightRule(location, settings));
  const latitude = getSubstituteLatitude(location, parameters, day);
  const isLater =
    settings.method === "UmmAlQura" &&
    settings.hasRamadanIsha &&
    toHijri(day, settings.hijriShift).month === ramadan;
  const later = isLater ? ramadanMinutes : 0;
  const { adjustments } = settings;
  parameters.adjustments = { ...adjustments, isha: adjustments.isha + later };
  return {
    times: calculatePrayerTimes({ ...location, latitude }, parameters, day),
    isIshaByMinutes: parameters.ishaInterval > 0,
    latitude,
    ramadanMinutes: later,
  };
}
