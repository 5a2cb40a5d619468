import { useSyncExternalStore } from "react";
import type { PrayerAlertsLoader } from "#shared/prayer/alert-settings.ts";
import { defaultProfile, PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { isKnownZone } from "#shared/reading-activity/time-zone.ts";
import { prayerKey as key, prayerChanged } from "#client/lib/prayer-location-key.ts";

let setup: PrayerProfile | undefined;
const listeners = new Set<() => void>();

export function prayerProfile(): PrayerProfile {
  setup ??= read();
  return setup;
}

/** Changes a part of it, here and in this browser's other tabs. */
export function updatePrayerSetup(part: Partial<PrayerProfile>): void {
  setup = { ...prayerProfile(), ...part };
  try {
    localStorage.setItem(key, JSON.stringify(setup));
  } catch {}
  tell();
}

/** Changes a part of how this device's reader is called. */
export function updateAlertSettings(part: Partial<PrayerAlertsLoader>): void {
  updatePrayerSetup({ calls: { ...prayerProfile().calls, ...part } });
}

/** @returns a function that stops listening. */
export function onPrayerProfile(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", elsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", elsewhere);
  };
}

export const usePrayerProfile = (): PrayerProfile =>
  useSyncExternalStore(onPrayerProfile, prayerProfile, () => defaultProfile);

function elsewhere(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return;
  setup = undefined;
  tell();
}

function tell(): void {
  dispatchEvent(new Event(prayerChanged));
  for (const listener of listeners) listener();
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
