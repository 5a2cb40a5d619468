import type { PrayerAlertSettings } from "#shared/prayer/alert-settings.ts";
import { defaultProfile, PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { isKnownZone } from "#shared/reading-activity/time-zone.ts";
import { prayerKey as key, prayerChanged } from "#client/features/prayer/location/has-location.ts";
import { Store, useStore } from "#client/lib/store.ts";

const profileStore = new Store(read());

export const getPrayerProfile = profileStore.getState;
/** @returns a function that unsubscribes */
export const onPrayerProfileChange = profileStore.subscribe;
export const usePrayerProfile = (): PrayerProfile => useStore(profileStore);

addEventListener("storage", (event) => {
  if (event.key === key || event.key === null) setProfile(read());
});

/** Changes part of the prayer profile, in all tabs of this browser. */
export function updatePrayerProfile(part: Partial<PrayerProfile>): void {
  const changed = { ...getPrayerProfile(), ...part };
  try {
    localStorage.setItem(key, JSON.stringify(changed));
  } catch {}
  setProfile(changed);
}

/** Changes part of this device's alert settings. */
export function updateAlertSettings(part: Partial<PrayerAlertSettings>): void {
  updatePrayerProfile({ alerts: { ...getPrayerProfile().alerts, ...part } });
}

function setProfile(changed: PrayerProfile): void {
  profileStore.set(changed);
  dispatchEvent(new Event(prayerChanged));
}

function read(): PrayerProfile {
  try {
    const stored = PrayerProfile.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    if (!stored.success) return defaultProfile;
    // Older browsers may not know the time zone.
    const isZoneValid = stored.data.location === null || isKnownZone(stored.data.location.zone);
    return isZoneValid ? stored.data : { ...stored.data, location: null };
  } catch {
    return defaultProfile;
  }
}
