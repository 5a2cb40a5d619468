import { CalculationMethod, type CalculationParameters, Coordinates, PrayerTimes } from "adhan";
import { addDays, countDaysBetween, type Day, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import type { CustomAngles, DayTime, NightRule, PrayerLocation, PrayerSettings } from "./settings.ts";
import { getAsr, getTwilight, isTwilightNear } from "./sun-times.ts";

export type Times = Readonly<Record<DayTime, Date>>;

const seventhOfMoonsighting = 55;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const maxDeviationMs = minuteMs;
const maxRoundingMs = minuteMs;
const shadows: Readonly<Record<string, number>> = { shafi: 1, hanafi: 2 };
/** Leva Institute, Qum. */
const jafariAngles: CustomAngles = { fajr: 16, isha: { angle: 14 }, maghrib: 4 };
const twilightSides = { fajr: "dawn", maghrib: "dusk", isha: "dusk" } as const;
type TwilightTime = keyof typeof twilightSides;

/** The parameters of a method without minute adjustments. */
export function getCalculationParameters(
  { method, angles, madhab }: PrayerSettings,
  rule: NightRule,
): CalculationParameters {
  const isCustom = method === "Other" || method === "Jafari";
  const parameters = CalculationMethod[isCustom ? "Other" : method]();
  if (isCustom) {
    const { fajr, isha, maghrib = 0 } = method === "Jafari" ? jafariAngles : angles;
    parameters.fajrAngle = fajr;
    parameters.maghribAngle = maghrib;
    if ("angle" in isha) parameters.ishaAngle = isha.angle;
    else parameters.ishaInterval = isha.minutes;
  }
  parameters.madhab = madhab;
  parameters.highLatitudeRule = rule;
  return parameters;
}

/**
 * adhan's times rounded to minutes; invalid dates where the sun does not reach an altitude.
 *
 * @param day in the location's calendar
 */
export function calculatePrayerTimes(
  location: PrayerLocation,
  parameters: CalculationParameters,
  day: Day,
): Times {
  const times = calculateForDate(location, parameters, day);
  const noon = times.dhuhr.getTime();
  if (Number.isNaN(noon)) return times;
  // Pacific clocks can be a day ahead of the sun: uses the noon of the local date.
  const dayDifference = countDaysBetween(toLocalDay(location.zone, noon), day);
  return dayDifference === 0 ? times : calculateForDate(location, parameters, addDays(day, dayDifference));
}

export const roundToNearestMinute = (time: number) => new Date(Math.round(time / minuteMs) * minuteMs);

function calculateForDate(location: PrayerLocation, parameters: CalculationParameters, day: Day): Times {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  // adhan reads the local parts of a date; noon is on the same day in every zone.
  const local = new Date(year, month - 1, date, 12);
  const coordinates = new Coordinates(location.latitude, location.longitude);
  const times = recalculateTwilight(new PrayerTimes(coordinates, local, parameters), location, parameters);
  if (parameters.method !== "MoonsightingCommittee" || Math.abs(location.latitude) < seventhOfMoonsighting)
    return times;
  return location.latitude < 0 ? applySeventhRule(times, coordinates, local, parameters) : times;
}

/** The sun's upper edge on the horizon, with refraction. */
const horizon = 0.8333;
/** From here on the library's sunrise and sunset are off by minutes where the sun hardly rises or sets. */
const highLatitude = 60;

function recalculateTwilight(
  { fajr, dhuhr, isha, ...libraryTimes }: PrayerTimes,
  location: PrayerLocation,
  parameters: CalculationParameters,
): Times {
  // The library rounds to minutes and leaves milliseconds.
  const roundToMinute = (time: Date) => roundToNearestMinute(time.getTime());
  const { adjustments, methodAdjustments, fajrAngle, maghribAngle, ishaAngle } = parameters;
  const getAddedMs = (time: DayTime) => (adjustments[time] + methodAdjustments[time]) * minuteMs;
  const noon = dhuhr.getTime() - getAddedMs("dhuhr");
  const isHigh = Math.abs(location.latitude) >= highLatitude;
  const findSunTime = (side: "dawn" | "dusk") => getTwilight(location, horizon, noon, side);
  const sunrise = isHigh
    ? roundToNearestMinute(findSunTime("dawn") + getAddedMs("sunrise"))
    : libraryTimes.sunrise;
  const sunset = isHigh ? roundToNearestMinute(findSunTime("dusk")) : libraryTimes.sunset;
  const maghrib =
    isHigh && !maghribAngle
      ? roundToNearestMinute(sunset.getTime() + getAddedMs("maghrib"))
      : libraryTimes.maghrib;
  const exactAsr = getAsr(location, shadows[parameters.madhab] ?? 1, noon) + getAddedMs("asr");
  // The library uses the declination of midnight, which is minutes off at high latitudes.
  const asr =
    Math.abs(libraryTimes.asr.getTime() - exactAsr) <= maxRoundingMs
      ? libraryTimes.asr
      : roundToNearestMinute(exactAsr);
  const result = { fajr: roundToMinute(fajr), sunrise, dhuhr, asr, maghrib, isha: roundToMinute(isha) };
  // Its seasonal bounds are the library's.
  if (parameters.method === "MoonsightingCommittee") return result;
  const needsRecalculation = (time: TwilightTime, angle: number) => {
    if (isHigh) return true;
    const at = { time: result[time].getTime() - getAddedMs(time), withinMs: maxDeviationMs };
    return !isTwilightNear(location, angle, twilightSides[time], at);
  };
  const computeTwilight = (time: TwilightTime, angle: number) =>
    getTwilight(location, angle, noon, twilightSides[time]) + getAddedMs(time);

  const isFajrRecalculated = needsRecalculation("fajr", fajrAngle);
  const isIshaRecalculated = !parameters.ishaInterval && needsRecalculation("isha", ishaAngle);
  if (isFajrRecalculated || isIshaRecalculated) {
    const bounds = getBounds(location, noon, parameters);
    bounds.fajr += getAddedMs("fajr");
    bounds.isha += getAddedMs("isha");
    if (isFajrRecalculated)
      result.fajr = roundToNearestMinute(Math.max(computeTwilight("fajr", fajrAngle), bounds.fajr));
    if (isIshaRecalculated)
      result.isha = roundToNearestMinute(Math.min(computeTwilight("isha", ishaAngle), bounds.isha));
  }
  if (!maghribAngle) return result;
  const latest =
    getLatestMaghrib(sunset.getTime(), result.isha.getTime() - getAddedMs("isha")) + getAddedMs("maghrib");
  const byAngle = needsRecalculation("maghrib", maghribAngle)
    ? computeTwilight("maghrib", maghribAngle)
    : result.maghrib.getTime();
  return { ...result, maghrib: roundToNearestMinute(Math.min(byAngle, latest)) };
}

/**
 * Maghrib by an angle is at most at four fifths of the time from sunset to Isha. Where the night rule limits
 * Isha, it approaches that without a leap.
 */
export const getLatestMaghrib = (sunset: number, isha: number): number => sunset + (isha - sunset) * 0.8;

/**
 * The earliest Fajr and the latest Isha by the night rule. Fajr goes by the night before the day; the
 * library takes the night after it, so that in late summer Fajr came before the middle of its own night.
 */
function getBounds(location: PrayerLocation, noon: number, parameters: CalculationParameters) {
  const nightPortions = parameters.nightPortions();
  const findSunset = (ofNoon: number) => getTwilight(location, horizon, ofNoon, "dusk");
  const findSunrise = (ofNoon: number) => getTwilight(location, horizon, ofNoon, "dawn");
  const nightBefore = findSunrise(noon) - findSunset(noon - dayMs);
  const nightAfter = findSunrise(noon + dayMs) - findSunset(noon);
  return {
    fajr: findSunrise(noon) - nightBefore * nightPortions.fajr,
    isha: findSunset(noon) + nightAfter * nightPortions.isha,
  };
}

/**
 * The Moonsighting Committee's one-seventh rule for far southern latitudes, which the library has only for
 * the north.
 */
function applySeventhRule(
  times: Times,
  coordinates: Coordinates,
  local: Date,
  parameters: CalculationParameters,
): Times {
  const next = new Date(local);
  next.setDate(next.getDate() + 1);
  const { sunset } = new PrayerTimes(coordinates, local, parameters);
  const { sunrise } = new PrayerTimes(coordinates, next, parameters);
  const seventh = (sunrise.getTime() - sunset.getTime()) / 7;
  const { adjustments, methodAdjustments } = parameters;
  const [before, after] = [
    adjustments.fajr + methodAdjustments.fajr - adjustments.sunrise - methodAdjustments.sunrise,
    adjustments.isha + methodAdjustments.isha,
  ];
  return {
    ...times,
    fajr: roundToNearestMinute(times.sunrise.getTime() - seventh + before * minuteMs),
    isha: roundToNearestMinute(sunset.getTime() + seventh + after * minuteMs),
  };
}
