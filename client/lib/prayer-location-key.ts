export const prayerKey = "maktaba.prayer";
/** Window event after a change in this tab. */
export const prayerChanged = "maktaba-prayer-changed";

export function hasPrayerLocation(): boolean {
  try {
    return localStorage.getItem(prayerKey)?.includes('"place":{') ?? false;
  } catch {
    return false;
  }
}
