import type { PrayerLocation } from "./settings.ts";

const rad = Math.PI / 180;
const dayMs = 86_400_000;
/** The epoch J2000.0. */
const epochMs = 10_957.5 * dayMs;
const halfDayMs = dayMs / 2;
/** To a tenth of a second. */
const bisectionSteps = 19;

/**
 * When the sun reaches an altitude before or after noon; infinite when it does not.
 *
 * @param angle degrees below the horizon
 * @param noon accurate to minutes
 */
export function getTwilight(
  location: PrayerLocation,
  angle: number,
  noon: number,
  side: "dawn" | "dusk",
): number {
  const isLow = (time: number) => getSunAltitude(location, time) < -angle;
  let [high, low] = [noon, side === "dusk" ? noon + halfDayMs : noon - halfDayMs];
  if (isLow(high) || !isLow(low))
    return side === "dusk" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (let count = 0; count < bisectionSteps; count++) {
    const middle = (high + low) / 2;
    if (isLow(middle)) low = middle;
    else high = middle;
  }
  return low;
}

export function isTwilightNear(
  location: PrayerLocation,
  angle: number,
  side: "dawn" | "dusk",
  { time, withinMs }: { readonly time: number; readonly withinMs: number },
): boolean {
  const [before, after] = [time - withinMs, time + withinMs].map(
    (at) => getSunAltitude(location, at) + angle,
  );
  const isCrossing = Number(before) >= 0 && Number(after) <= 0;
  const isRising = Number(before) <= 0 && Number(after) >= 0;
  return side === "dusk" ? isCrossing : isRising;
}

/**
 * The sun's altitude in degrees without refraction, by the Astronomical Almanac's low precision formulas
 * (0.01°), independent of the library.
 */
export function getSunAltitude(location: PrayerLocation, time: number): number {
  return getSunPosition(location, time).altitude;
}

/**
 * When the shadow of an object at noon has grown by the object's height, or twice that; NaN when the sun
 * does not rise. The declination is calculated for that time, not for midnight.
 *
 * @param shadow 1 for Shafi, 2 for Hanafi
 * @param noon accurate to minutes
 */
export function getAsr(location: PrayerLocation, shadow: number, noon: number): number {
  const isAfter = (time: number) => {
    const { altitude, declination } = getSunPosition(location, time);
    const noonShadow = Math.tan(Math.abs(location.latitude - declination) * rad);
    return altitude < Math.atan(1 / (shadow + noonShadow)) / rad;
  };
  let [before, after] = [noon, noon + halfDayMs];
  if (Math.abs(location.latitude - getSunPosition(location, noon).declination) >= 90) return Number.NaN;
  if (isAfter(before) || !isAfter(after)) return Number.NaN;
  for (let count = 0; count < bisectionSteps; count++) {
    const middle = (before + after) / 2;
    if (isAfter(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/** Degrees. */
function getSunPosition({ latitude, longitude }: PrayerLocation, time: number) {
  const days = (time - epochMs) / dayMs;
  const anomaly = (357.528 + 0.9856003 * days) * rad;
  const ecliptic =
    (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const obliquity = (23.439 - 4e-7 * days) * rad;
  const rightAscension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const hourAngle = (280.46062 + 360.9856474 * days + longitude) * rad - rightAscension;
  const sine =
    Math.sin(latitude * rad) * Math.sin(declination) +
    Math.cos(latitude * rad) * Math.cos(declination) * Math.cos(hourAngle);
  return { altitude: Math.asin(sine) / rad, declination: declination / rad };
}
