export { getNextPrayer } from "./alerts/next-prayer.ts";
export { hasPrayerLocation } from "./location/has-location.ts";
