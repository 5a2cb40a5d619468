import * as z from "zod/mini";
import { defaultAlerts, PrayerCalls } from "./alert-settings.ts";
import { defaultPrayerSettings, PrayerPlace, PrayerSettings } from "./settings.ts";

/** A place that a reader chose, with what it is called; no name when it came from the device or by numbers. */
export const ChosenPlace = z.strictObject({
  ...PrayerPlace.shape,
  name: z.nullable(z.string().check(z.minLength(1), z.maxLength(120))),
  /** The country's two letters, by which the house's defaults are chosen. */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
});
export type ChosenPlace = z.infer<typeof ChosenPlace>;

/** Everything a reader says of their prayer times. It is kept on the device; on the server only while push is on. */
export const PrayerSetup = z.strictObject({
  place: z.nullable(ChosenPlace),
  settings: PrayerSettings,
  calls: PrayerCalls,
});
export type PrayerSetup = z.infer<typeof PrayerSetup>;

/** Where nothing was said yet. */
export const usualSetup: PrayerSetup = { place: null, settings: defaultPrayerSettings, calls: defaultAlerts };

/** A place to within about a kilometre (a hundredth of a degree), which is all that the server is told. */
export function roundedPlace(place: ChosenPlace): ChosenPlace {
  const hundredth = (degrees: number) => Math.round(degrees * 100) / 100;
  return { ...place, latitude: hundredth(place.latitude), longitude: hundredth(place.longitude) };
}
