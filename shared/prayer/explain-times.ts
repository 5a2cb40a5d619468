import { addDays, type Day, getUtcOffset } from "#shared/reading-activity/time-zone.ts";
import { calculatePrayerTimes, getCalculationParameters, getLatestMaghrib } from "./calculate-times.ts";
import {
  type DayTime,
  dayTimesList,
  type NightRule,
  type PrayerLocation,
  type PrayerMethod,
  type PrayerSettings,
} from "./settings.ts";
import { getDayTimes } from "./times.ts";

export interface MinuteAdjustments {
  readonly dayTime: DayTime;
  readonly minutes: number;
}

export interface TimesExplanation {
  readonly method: PrayerMethod;
  /** Degrees of the sun below the horizon. */
  readonly fajrAngle: number;
  /** Isha by an angle, or minutes after Maghrib. */
  readonly isha: { readonly angle: number } | { readonly minutes: number };
  readonly maghribAngle: number | null;
  readonly isMaghribLimited: boolean;
  readonly methodMinutes: readonly MinuteAdjustments[];
  readonly shadow: 1 | 2;
  /** `own` for the Moonsighting Committee's method, which has its own rule. */
  readonly nightRule: NightRule | "own";
  readonly isRuleChosen: boolean;
  readonly isFajrBounded: boolean;
  readonly isIshaBounded: boolean;
  readonly isIshaAtMiddle: boolean;
  readonly latitudeUsed: number | null;
  readonly ramadanMinutes: number;
  readonly ownMinutes: readonly MinuteAdjustments[];
  /** By how much each is later tomorrow in local time; negative for earlier. */
  readonly tomorrow: readonly MinuteAdjustments[];
  /** Minutes by which clocks go forward tonight; negative for back. */
  readonly clockChange: number;
}

const minuteMs = 60_000;

export const hasOwnRule = ({ method }: PrayerSettings): boolean => method === "MoonsightingCommittee";

/** Explains the times of a day. */
export function explainTimes(location: PrayerLocation, settings: PrayerSettings, day: Day): TimesExplanation {
  const times = getDayTimes(location, settings, day);
  const parameters = getCalculationParameters(settings, times.nightRule);
  const bounded = getBoundedTimes(location, settings, times);
  return {
    method: settings.method,
    fajrAngle: parameters.fajrAngle,
    isha: parameters.ishaInterval ? { minutes: parameters.ishaInterval } : { angle: parameters.ishaAngle },
    maghribAngle: parameters.maghribAngle || null,
    isMaghribLimited: parameters.maghribAngle > 0 && bounded.maghrib,
    methodMinutes: listAdjustments(parameters.methodAdjustments),
    shadow: settings.madhab === "hanafi" ? 2 : 1,
    nightRule: hasOwnRule(settings) ? "own" : times.nightRule,
    isRuleChosen: settings.nightRule !== "auto",
    isFajrBounded: bounded.fajr,
    isIshaBounded: bounded.isha,
    isIshaAtMiddle: times.isIshaBounded,
    latitudeUsed: times.latitudeUsed === location.latitude ? null : times.latitudeUsed,
    ramadanMinutes: times.ramadanMinutes,
    ownMinutes: listAdjustments(settings.adjustments),
    ...getChangesUntilTomorrow(location, settings, day),
  };
}

const listAdjustments = (minutes: Readonly<Record<DayTime, number>>): readonly MinuteAdjustments[] =>
  dayTimesList.map((time) => ({ dayTime: time, minutes: minutes[time] })).filter(({ minutes: n }) => n !== 0);

function getBoundedTimes(
  location: PrayerLocation,
  settings: PrayerSettings,
  { day, latitudeUsed, nightRule }: ReturnType<typeof getDayTimes>,
): { readonly fajr: boolean; readonly maghrib: boolean; readonly isha: boolean } {
  if (hasOwnRule(settings)) return { fajr: false, maghrib: false, isha: false };
  const substitute = { ...location, latitude: latitudeUsed };
  const parameters = getCalculationParameters(settings, nightRule);
  const { maghrib } = calculatePrayerTimes(substitute, parameters, day);
  parameters.methodAdjustments = { fajr: 0, sunrise: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0 };
  // The night starts at sunset even where the method's Maghrib is later.
  parameters.maghribAngle = 0;
  const today = calculatePrayerTimes(substitute, parameters, day);
  const nextSunrise = calculatePrayerTimes(substitute, parameters, addDays(day, 1)).sunrise;
  const night = nextSunrise.getTime() - today.maghrib.getTime();
  const portions = parameters.nightPortions();
  const isAt = (time: Date, bound: number) => Math.abs(time.getTime() - bound) <= minuteMs;
  return {
    fajr: isAt(today.fajr, today.sunrise.getTime() - night * portions.fajr),
    maghrib: isAt(maghrib, getLatestMaghrib(today.maghrib.getTime(), today.isha.getTime())),
    isha: !parameters.ishaInterval && isAt(today.isha, today.maghrib.getTime() + night * portions.isha),
  };
}

function getChangesUntilTomorrow(location: PrayerLocation, settings: PrayerSettings, day: Day) {
  const [today, next] = [
    getDayTimes(location, settings, day),
    getDayTimes(location, settings, addDays(day, 1)),
  ];
  const toDayTime = (time: Date, on: Day) =>
    (time.getTime() + getUtcOffset(location.zone, time.getTime()) - Date.parse(`${on}T00:00:00Z`)) / minuteMs;
  const tomorrow = dayTimesList.map((time) => ({
    dayTime: time,
    minutes: Math.round(toDayTime(next[time], next.day) - toDayTime(today[time], day)),
  }));
  const change =
    getUtcOffset(location.zone, next.dhuhr.getTime()) - getUtcOffset(location.zone, today.dhuhr.getTime());
  return { tomorrow, clockChange: change / minuteMs };
}
