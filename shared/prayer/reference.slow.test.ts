import { expect, test } from "vitest";
import { addDays, type Day } from "#shared/reading-activity/time-zone.ts";
import { getCalculationParameters } from "./calculate-times.ts";
import {
  defaultPrayerSettings,
  type PrayerLocation,
  type PrayerSettings,
  prayerMethods,
} from "./settings.ts";
import { getDayTimes, getNightRule } from "./times.ts";

const rad = Math.PI / 180;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** The sun's apparent position by Meeus, Astronomical Algorithms, chapters 12, 22 and 25. */
function getSun({ latitude, longitude }: PrayerLocation, time: number) {
  const t = (time / dayMs + 2_440_587.5 + 69 / 86_400 - 2_451_545) / 36_525;
  const meanLongitude = 280.46646 + 36_000.76983 * t + 0.0003032 * t ** 2;
  const anomaly = (357.52911 + 35_999.05029 * t - 0.0001537 * t ** 2) * rad;
  const center =
    (1.914602 - 0.004817 * t - 0.000014 * t ** 2) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly);
  const node = (125.04 - 1934.136 * t) * rad;
  const apparent = (meanLongitude + center - 0.00569 - 0.00478 * Math.sin(node)) * rad;
  const meanObliquity = 23 + (26 + (21.448 - 46.815 * t) / 60) / 60;
  const obliquity = (meanObliquity + 0.00256 * Math.cos(node)) * rad;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(apparent), Math.cos(apparent));
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(apparent));
  const days = time / dayMs + 2_440_587.5 - 2_451_545;
  const nutation = -0.00478 * Math.sin(node) * Math.cos(obliquity);
  const sidereal = 280.46061837 + 360.98564736629 * days + nutation;
  const hourAngle = (sidereal + longitude) * rad - ascension;
  const altitude = Math.asin(
    Math.sin(latitude * rad) * Math.sin(declination) +
      Math.cos(latitude * rad) * Math.cos(declination) * Math.cos(hourAngle),
  );
  return { altitude: altitude / rad, declination: declination / rad, hourAngle };
}

function findRoot(before: number, after: number, isAfter: (time: number) => boolean): number | null {
  if (isAfter(before) || !isAfter(after)) return null;
  let [low, high] = [before, after];
  while (high - low > 100) {
    const middle = (low + high) / 2;
    if (isAfter(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const findNoon = (location: PrayerLocation, near: number) =>
  findRoot(near - dayMs / 4, near + dayMs / 4, (time) => Math.sin(getSun(location, time).hourAngle) >= 0) ??
  Number.NaN;

const findAltitude = (location: PrayerLocation, noon: number, degrees: number, isRising: boolean) =>
  isRising
    ? findRoot(noon - dayMs / 2, noon, (time) => getSun(location, time).altitude >= degrees)
    : findRoot(noon, noon + dayMs / 2, (time) => getSun(location, time).altitude <= degrees);

const horizon = -0.8333;

function getReference(location: PrayerLocation, settings: PrayerSettings, day: Day) {
  const parameters = getCalculationParameters(settings, getNightRule(location, settings));
  const noon = findNoon(location, Date.parse(`${day}T12:00:00Z`) - (location.longitude / 360) * dayMs);
  const findAltitudeAt = (ofNoon: number, degrees: number, isRising: boolean) =>
    findAltitude(location, ofNoon, degrees, isRising);
  const sunrise = findAltitudeAt(noon, horizon, true) ?? Number.NaN;
  const sunset = findAltitudeAt(noon, horizon, false) ?? Number.NaN;
  const nightBefore = sunrise - (findAltitudeAt(noon - dayMs, horizon, false) ?? Number.NaN);
  const nightAfter = (findAltitudeAt(noon + dayMs, horizon, true) ?? Number.NaN) - sunset;
  const portions = parameters.nightPortions();
  const byAngle = findAltitudeAt(noon, -parameters.ishaAngle, false) ?? Number.POSITIVE_INFINITY;
  const isha = parameters.ishaInterval
    ? sunset + parameters.ishaInterval * minuteMs
    : Math.min(byAngle, sunset + nightAfter * portions.isha);
  const maghrib = parameters.maghribAngle
    ? Math.min(
        findAltitudeAt(noon, -parameters.maghribAngle, false) ?? Number.POSITIVE_INFINITY,
        sunset + (isha - sunset) * 0.8,
      )
    : sunset;
  const noonShadow = Math.tan(Math.abs(location.latitude - getSun(location, noon).declination) * rad);
  const shadow = (settings.madhab === "hanafi" ? 2 : 1) + noonShadow;
  const asr = findAltitudeAt(noon, Math.atan(1 / shadow) / rad, false) ?? Number.NaN;
  const fajr = Math.max(
    findAltitudeAt(noon, -parameters.fajrAngle, true) ?? Number.NEGATIVE_INFINITY,
    sunrise - nightBefore * portions.fajr,
  );
  const added = parameters.methodAdjustments;
  return Object.entries({ fajr, sunrise, dhuhr: noon, asr, maghrib, isha }).map(
    ([name, time]) => [name, time + added[name as keyof typeof added] * minuteMs] as const,
  );
}

/** Latitude and longitude of 42 towns outside the polar circles. */
const towns =
  `21.42 39.83, 24.47 39.61, 30.04 31.24, 33.51 36.29, 33.31 44.36, 35.69 51.39, 41.01 28.98, 39.93 32.86,
  36.81 10.18, 33.57 -7.59, 36.75 3.06, 15.5 32.56, 9.06 7.5, 14.69 -17.44, 6.52 3.38, -1.29 36.82, -6.79 39.21,
  -33.92 18.42, 25.2 55.27, 25.29 51.53, 29.38 47.98, 23.59 58.41, 24.86 67, 28.61 77.21, 23.81 90.41, 3.14 101.69,
  -6.21 106.85, 1.35 103.82, 39.9 116.41, 35.68 139.69, -33.87 151.21, -36.85 174.76, 51.51 -0.13, 48.86 2.35,
  52.52 13.4, 59.33 18.06, 55.76 37.62, 40.71 -74.01, 43.65 -79.38, -34.6 -58.38, -54.8 -68.3, 64.15 -21.94`
    .split(",")
    .map((town): PrayerLocation => {
      const [latitude = 0, longitude = 0] = town.trim().split(" ").map(Number);
      return {
        latitude,
        longitude,
        zone: `Etc/GMT${longitude < 0 ? "+" : "-"}${Math.abs(Math.round(longitude / 15))}`,
      };
    });

/** The Moonsighting Committee's seasonal twilight is not an angle. */
const methods = prayerMethods.filter((method) => method !== "MoonsightingCommittee");
const dayStep = 10;

test("times are within a minute of the apparent solar position, in 42 cities for every angle and madhab", () => {
  const deviations: string[] = [];
  let count = 0;
  for (const location of towns) {
    for (let day = "2026-01-04"; day.startsWith("2026"); day = addDays(day, dayStep)) {
      for (const method of methods) {
        for (const madhab of ["shafi", "hanafi"] as const) {
          const settings: PrayerSettings = {
            ...defaultPrayerSettings,
            method,
            madhab,
            hasRamadanIsha: false,
          };
          const times = getDayTimes(location, settings, day);
          for (const [name, expected] of getReference(location, settings, day)) {
            const minutes =
              (times[name as "fajr"].getTime() - Math.round(expected / minuteMs) * minuteMs) / minuteMs;
            const isLimited = name === "isha" && times.isIshaBounded;
            count += 1;
            if (!isLimited && !(Math.abs(minutes) <= 1))
              deviations.push(`${location.latitude} ${day} ${method} ${madhab} ${name} ${minutes}`);
          }
        }
      }
    }
  }
  expect(deviations).toEqual([]);
  expect(count).toBeGreaterThan(127_008);
});
