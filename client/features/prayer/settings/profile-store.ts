import type { PrayerAlertSettings } from "#shared/prayer/alert-settings.ts";
import { defaultProfile, PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { isKnownZone } from "#shared/reading-activity/time-zone.ts";
import { prayerKey as key, prayerChanged } from "#client/lib/prayer-location-key.ts";
import { Store, useStore } from "#client/lib/store.ts";

const setup = new Store(read());

export const getPrayerProfile = setup.getState;
/** @returns a function that unsubscribes */
export const onPrayerProfileChange = setup.subscribe;
export const usePrayerProfile = (): PrayerProfile => useStore(setup);

addEventListener("storage", (event) => {
  if (event.key === key || event.key === null) store(read());
});

/** Changes part of the prayer profile, in all tabs of this browser. */
export function updatePrayerProfile(part: Partial<PrayerProfile>): void {
  const changed = { ...getPrayerProfile(), ...part };
  try {
    localStorage.setItem(key, JSON.stringify(changed));
  } catch {}
  store(changed);
}

/** Changes part of this device's alert settings. */
export function updateAlertSettings(part: Partial<PrayerAlertSettings>): void {
  updatePrayerProfile({ alerts: { ...getPrayerProfile().alerts, ...part } });
}

function store(changed: PrayerProfile): void {
  setup.set(changed);
  dispatchEvent(new Event(prayerChanged));
}

function read(): PrayerProfile {
  try {
    const stored = PrayerProfile.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    if (!stored.success) return defaultProfile;
    // Older browsers may not know the time zone.
    const isShown = stored.data.location === null || isKnownZone(stored.data.location.zone);
    return isShown ? stored.data : { ...stored.data, location: null };
  } catch {
    return defaultProfile;
  }
}
