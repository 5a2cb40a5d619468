export const prayerKey = "maktaba.prayer";
/** Window event after a change in this tab. */
export const prayerChanged = "maktaba-prayer-changed";

export function hasPrayerLocation(): boolean {
  try {
    return localStorage.getItem(prayerKey)?.includes('"location":{') ?? false;
  } catch {
    return false;
  }
}
