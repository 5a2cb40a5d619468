import type { PrayerAlertsLoader } from "#shared/prayer/alert-settings.ts";
import { defaultProfile, PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { isKnownZone } from "#shared/reading-activity/time-zone.ts";
import { prayerKey as key, prayerChanged } from "#client/lib/prayer-location-key.ts";
import { Store, useStore } from "#client/lib/store.ts";

const setup = new Store(read());

export const prayerProfile = setup.getState;
/** @returns a function that unsubscribes */
export const onPrayerProfile = setup.subscribe;
export const usePrayerProfile = (): PrayerProfile => useStore(setup);

addEventListener("storage", (event) => {
  if (event.key === key || event.key === null) change(read());
});

/** Changes a part of it, here and in this browser's other tabs. */
export function updatePrayerSetup(part: Partial<PrayerProfile>): void {
  const changed = { ...prayerProfile(), ...part };
  try {
    localStorage.setItem(key, JSON.stringify(changed));
  } catch {}
  change(changed);
}

/** Changes a part of how this device's reader is called. */
export function updateAlertSettings(part: Partial<PrayerAlertsLoader>): void {
  updatePrayerSetup({ calls: { ...prayerProfile().calls, ...part } });
}

function change(changed: PrayerProfile): void {
  setup.set(changed);
  dispatchEvent(new Event(prayerChanged));
}

function read(): PrayerProfile {
  try {
    const kept = PrayerProfile.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    if (!kept.success) return defaultProfile;
    // A browser that is older than the zone's name could show no time of it.
    const isShown = kept.data.place === null || isKnownZone(kept.data.place.zone);
    return isShown ? kept.data : { ...kept.data, place: null };
  } catch {
    return defaultProfile;
  }
}
