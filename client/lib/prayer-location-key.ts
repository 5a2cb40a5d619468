/** Where a reader's prayer setup is kept on the device. */
export const prayerKey = "maktaba.prayer";
/** Told to the window when this tab changed it. */
export const prayerChanged = "maktaba-prayer-changed";

/** Whether this device was told a place to reckon prayer times for, without knowing more of it. */
export function hasPrayerLocation(): boolean {
  try {
    return localStorage.getItem(prayerKey)?.includes('"place":{') ?? false;
  } catch {
    return false;
  }
}
