import type { CountryDefault } from "#shared/prayer/country-defaults.ts";
import { say } from "#client/lib/i18n/i18n.ts";

/** By what method, or by which angles, times are reckoned. */
export function reckonedText({ method, angles: { fajr, isha } }: CountryDefault): string {
  if (method !== "Other") return say(`prayer.method_${method}`);
  return "minutes" in isha
    ? say("athan.byAnglesAndMinutes", { fajr, minutes: isha.minutes })
    : say("athan.byAngles", { fajr, isha: isha.angle });
}
