import type { CalculationParameters } from "adhan";
import { addDays, type Day } from "#shared/reading-activity/time-zone.ts";
import { calculatePrayerTimes, type Times } from "./calculate-times.ts";
import { dayTimesList, type PrayerLocation } from "./settings.ts";

/** Below this latitude the sun rises and sets every day. */
const polarFrom = 65;
const step = 0.5;
/** Bisection steps: to about 2 km, so that times do not jump from day to day. */
const halvings = 5;
const minuteMs = 60_000;
/** Shorter nights differ so much from their neighbours that Isha could be after the next Fajr. */
const minNightMs = 60 * minuteMs;
/** Solar noon is in the middle of the day except for the equation of time. */
const maxTiltMs = 60 * minuteMs;
const maxStored = 400;
const stored = new Map<string, number>();

/**
 * The latitude to calculate with: the location's own, or within the polar circles the nearest at which the
 * sun rises and sets and all prayers are in order (aqrab al-balad).
 *
 * @param parameters without minute adjustments
 */
export function getSubstituteLatitude(
  place: PrayerLocation,
  parameters: CalculationParameters,
  day: Day,
): number {
  if (Math.abs(place.latitude) < polarFrom) return place.latitude;
  // A polar day needs about a hundred calculations, so results are cached by all inputs.
  const { latitude, longitude, zone } = place;
  const key = JSON.stringify([latitude, longitude, zone, day, parameters]);
  const known = stored.get(key) ?? findLatitude(place, parameters, day);
  stored.delete(key);
  stored.set(key, known);
  const [oldest] = stored.keys();
  if (stored.size > maxStored && oldest !== undefined) stored.delete(oldest);
  return known;
}

function findLatitude(place: PrayerLocation, parameters: CalculationParameters, day: Day): number {
  const pole = Math.sign(place.latitude);
  const own = Math.abs(place.latitude);
  const isWholeAt = (distance: number) =>
    distance < polarFrom || isWhole({ ...place, latitude: pole * distance }, parameters, day);
  let distance = own;
  while (!isWholeAt(distance)) distance -= step;
  if (distance === own) return place.latitude;
  for (let half = step / 2, count = 0; count < halvings; half /= 2, count++) {
    if (isWholeAt(distance + half)) distance += half;
  }
  return pole * distance;
}

function isWhole(place: PrayerLocation, parameters: CalculationParameters, day: Day): boolean {
  const times = calculatePrayerTimes(place, parameters, day);
  if (!isOrdered(times)) return false;
  const middle = (times.sunrise.getTime() + times.maghrib.getTime()) / 2;
  if (!(Math.abs(middle - times.dhuhr.getTime()) <= maxTiltMs)) return false;
  // Also checks the neighbouring nights, which may use other latitudes: their times must not differ so much
  // that
  // one day's Maghrib is after the next day's Fajr.
  return [0, -1, 1].every((by) => isNight(place, parameters, addDays(day, by)));
}

function isNight(place: PrayerLocation, parameters: CalculationParameters, day: Day): boolean {
  const { maghrib } = calculatePrayerTimes(place, parameters, day);
  const { sunrise } = calculatePrayerTimes(place, parameters, addDays(day, 1));
  // False for invalid dates.
  return sunrise.getTime() - maghrib.getTime() >= minNightMs;
}

/** False for invalid dates. */
const isOrdered = (times: Times): boolean =>
  dayTimesList.every((time, index) => {
    const next = dayTimesList[index + 1];
    return next === undefined || times[time] < times[next];
  });
