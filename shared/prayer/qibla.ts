import { Coordinates, Qibla } from "adhan";
import type { PrayerLocation } from "./settings.ts";

/** Where the Kaʿba is seen from a place, by the shortest way: degrees clockwise from true north, 0 up to 360. */
export function qiblaFrom({ latitude, longitude }: Pick<PrayerLocation, "latitude" | "longitude">): number {
  return (Qibla(new Coordinates(latitude, longitude)) + 360) % 360;
}
