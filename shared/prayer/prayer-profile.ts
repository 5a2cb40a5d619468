import * as z from "zod/mini";
import { rawText } from "#shared/api/schemas.ts";
import { defaultAlerts, PrayerAlertSettings } from "./alert-settings.ts";
import { defaultPrayerSettings, PrayerLocation, PrayerSettings } from "./settings.ts";

export const ChosenLocation = z.strictObject({
  ...PrayerLocation.shape,
  name: z.nullable(rawText(120).check(z.minLength(1))),
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
});
export type ChosenLocation = z.infer<typeof ChosenLocation>;

export const PrayerProfile = z.strictObject({
  location: z.nullable(ChosenLocation),
  settings: PrayerSettings,
  alerts: PrayerAlertSettings,
});
export type PrayerProfile = z.infer<typeof PrayerProfile>;

export const defaultProfile: PrayerProfile = {
  location: null,
  settings: defaultPrayerSettings,
  alerts: defaultAlerts,
};

export function roundCoordinates(location: ChosenLocation): ChosenLocation {
  const roundToHundredth = (degrees: number) => Math.round(degrees * 100) / 100;
  return {
    ...location,
    latitude: roundToHundredth(location.latitude),
    longitude: roundToHundredth(location.longitude),
  };
}
