import { Coordinates, Qibla } from "adhan";
import type { PrayerLocation } from "./settings.ts";

/** The great-circle bearing of the Kaʿba: degrees clockwise from true north, 0 to 360. */
export function getQiblaBearing({
  latitude,
  longitude,
}: Pick<PrayerLocation, "latitude" | "longitude">): number {
  return (Qibla(new Coordinates(latitude, longitude)) + 360) % 360;
}
