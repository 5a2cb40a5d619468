import * as z from "zod/mini";
import { defaultAlerts, PrayerAlertsLoader } from "./alert-settings.ts";
import { defaultPrayerSettings, PrayerLocation, PrayerSettings } from "./settings.ts";

/** A place that a reader chose, with what it is called; no name when it came from the device or by numbers. */
export const ChosenLocation = z.strictObject({
  ...PrayerLocation.shape,
  name: z.nullable(z.string().check(z.minLength(1), z.maxLength(120))),
  /** The country's two letters, by which the house's defaults are chosen. */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
});
export type ChosenLocation = z.infer<typeof ChosenLocation>;

/** Everything a reader says of their prayer times. It is kept on the device; on the server only while push is on. */
export const PrayerProfile = z.strictObject({
  place: z.nullable(ChosenLocation),
  settings: PrayerSettings,
  calls: PrayerAlertsLoader,
});
export type PrayerProfile = z.infer<typeof PrayerProfile>;

/** Where nothing was said yet. */
export const defaultProfile: PrayerProfile = {
  place: null,
  settings: defaultPrayerSettings,
  calls: defaultAlerts,
};

/** A place to within about a kilometre (a hundredth of a degree), which is all that the server is told. */
export function roundCoordinates(place: ChosenLocation): ChosenLocation {
  const hundredth = (degrees: number) => Math.round(degrees * 100) / 100;
  return { ...place, latitude: hundredth(place.latitude), longitude: hundredth(place.longitude) };
}
