export const prayerKey = "maktaba.prayer";
/** Told to the window when this tab changed it. */
export const prayerChanged = "maktaba-prayer-changed";

export function hasPrayerLocation(): boolean {
  try {
    return localStorage.getItem(prayerKey)?.includes('"place":{') ?? false;
  } catch {
    return false;
  }
}
