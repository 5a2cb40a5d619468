import { ramadan, toHijri } from "#shared/reading-activity/hijri.ts";
import { addDays, type Day } from "#shared/reading-activity/time-zone.ts";
import { calculatePrayerTimes, getCalculationParameters, nearestMinute } from "./calculate-times.ts";
import { getSubstituteLatitude } from "./polar-fallback.ts";
import type { DayTime, NightRule, PrayerLocation, PrayerSettings } from "./settings.ts";

export interface DayTimes extends Readonly<Record<DayTime, Date>> {
  readonly day: Day;
  /** Halfway from Maghrib to the next Fajr. */
  readonly midnight: Date;
  /** From here on the last third of that night. */
  readonly lastThird: Date;
  readonly nightRule: NightRule;
  /** The method's Isha, so many minutes after Maghrib, lay behind the middle of a short night: it is that middle. */
  readonly isIshaBounded: boolean;
  readonly latitudeUsed: number;
  /** Minutes by which Isha is later for Ramadan; 0 outside it and for other methods. */
  readonly ramadanMinutes: number;
}

/** Further from the equator than this the night is divided in seven (the library recommends it for the north alone). */
export const moonsightingSeventhLatitude = 48;
/** Umm al-Qura's Isha is 90 minutes after Maghrib, and 120 in Ramadan. */
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
export function dayTimes(place: PrayerLocation, settings: PrayerSettings, day: Day): DayTimes {
  const today = getTimes(place, settings, day);
  const { maghrib } = today.times;
  const nextFajr = getTimes(place, settings, addDays(day, 1)).times.fajr;
  const night = nextFajr.getTime() - maghrib.getTime();
  const ofNight = (share: number) => nearestMinute(maghrib.getTime() + night * share);
  const midnight = ofNight(1 / 2);
  const own = settings.adjustments.isha * minuteMs;
  // An angle is the sky's own, however late; only minutes after Maghrib may be more than a short night has.
  const isIshaBounded = today.isIshaByMinutes && today.times.isha.getTime() - own > midnight.getTime();
  const isha = isIshaBounded ? midnight.getTime() + own : today.times.isha.getTime();
  return {
    ...today.times,
    isha: new Date(Math.min(isha, nextFajr.getTime())),
    isIshaBounded,
    day,
    midnight,
    lastThird: ofNight(2 / 3),
    nightRule: getNightRule(place, settings),
    latitudeUsed: today.latitude,
    ramadanMinutes: today.ramadanMinutes,
  };
}

function getTimes(place: PrayerLocation, settings: PrayerSettings, day: Day) {
  const parameters = getCalculationParameters(settings, getNightRule(place, settings));
  const latitude = getSubstituteLatitude(place, parameters, day);
  const isLater =
    settings.method === "UmmAlQura" &&
    settings.hasRamadanIsha &&
    toHijri(day, settings.hijriShift).month === ramadan;
  const later = isLater ? ramadanMinutes : 0;
  const { adjustments } = settings;
  parameters.adjustments = { ...adjustments, isha: adjustments.isha + later };
  return {
    times: calculatePrayerTimes({ ...place, latitude }, parameters, day),
    isIshaByMinutes: parameters.ishaInterval > 0,
    latitude,
    ramadanMinutes: later,
  };
}
