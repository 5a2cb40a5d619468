import type { CalculationParameters } from "adhan";
import { addDays, type Day } from "#shared/reading-activity/time-zone.ts";
import { calculatePrayerTimes, type Times } from "./calculate-times.ts";
import { dayTimesList, type PrayerLocation } from "./settings.ts";

/** Up to this latitude every day has all prayers at least `minGapMs` apart. */
const polarFrom = 64.5;
const stepDegrees = 0.5;
/** Bisection steps: to about 2 km, so that times do not jump from day to day. */
const bisectionSteps = 5;
const minuteMs = 60_000;
/** Around shorter nights, times would move by more than 12 minutes from one day to the next. */
const minNightMs = 110 * minuteMs;
/** Between Dhuhr, Asr and Maghrib; needs a noon altitude of 1° to 1.8°, depending on the madhab. */
const minGapMs = 15 * minuteMs;
/** Solar noon is in the middle of the day except for the equation of time. */
const maxTiltMs = 60 * minuteMs;
const maxCached = 400;
const cache = new Map<string, number>();

/**
 * The latitude to calculate with: the location's own, or within the polar circles the nearest at which the
 * sun rises and sets and all prayers are in order (aqrab al-balad). The search goes outward and stops at the
 * first latitude without such a day, so that the result changes little from day to day.
 *
 * @param parameters without minute adjustments
 */
export function getSubstituteLatitude(
  location: PrayerLocation,
  parameters: CalculationParameters,
  day: Day,
): number {
  if (Math.abs(location.latitude) < polarFrom) return location.latitude;
  // A polar day needs about a hundred calculations, so results are cached by all inputs.
  const { latitude, longitude, zone } = location;
  const key = JSON.stringify([latitude, longitude, zone, day, parameters]);
  const latitudeUsed = cache.get(key) ?? findLatitude(location, parameters, day);
  cache.delete(key);
  cache.set(key, latitudeUsed);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  return latitudeUsed;
}

function findLatitude(location: PrayerLocation, parameters: CalculationParameters, day: Day): number {
  const hemisphere = Math.sign(location.latitude);
  const ownLatitude = Math.abs(location.latitude);
  const isCompleteAt = (distance: number) =>
    isComplete({ ...location, latitude: hemisphere * distance }, parameters, day);
  let distance = polarFrom;
  while (distance < ownLatitude && isCompleteAt(Math.min(ownLatitude, distance + stepDegrees)))
    distance += stepDegrees;
  if (distance >= ownLatitude) return location.latitude;
  let outer = Math.min(ownLatitude, distance + stepDegrees);
  for (let count = 0; count < bisectionSteps; count++) {
    const middle = (distance + outer) / 2;
    if (isCompleteAt(middle)) distance = middle;
    else outer = middle;
  }
  return hemisphere * distance;
}

function isComplete(location: PrayerLocation, parameters: CalculationParameters, day: Day): boolean {
  const times = calculatePrayerTimes(location, parameters, day);
  if (!isOrdered(times)) return false;
  const [dhuhr, asr, maghrib] = [times.dhuhr, times.asr, times.maghrib].map((time) => time.getTime());
  if (!(Number(asr) - Number(dhuhr) >= minGapMs && Number(maghrib) - Number(asr) >= minGapMs)) return false;
  const middle = (times.sunrise.getTime() + times.maghrib.getTime()) / 2;
  if (!(Math.abs(middle - times.dhuhr.getTime()) <= maxTiltMs)) return false;
  // Also checks the neighbouring nights, which may use other latitudes: their times must not differ so much
  // that
  // one day's Maghrib is after the next day's Fajr.
  return [0, -1, 1].every((offset) => isNight(location, parameters, addDays(day, offset)));
}

function isNight(location: PrayerLocation, parameters: CalculationParameters, day: Day): boolean {
  const { maghrib } = calculatePrayerTimes(location, parameters, day);
  const { sunrise } = calculatePrayerTimes(location, parameters, addDays(day, 1));
  // False for invalid dates.
  return sunrise.getTime() - maghrib.getTime() >= minNightMs;
}

/** False for invalid dates. */
const isOrdered = (times: Times): boolean =>
  dayTimesList.every((time, index) => {
    const next = dayTimesList[index + 1];
    return next === undefined || times[time] < times[next];
  });
