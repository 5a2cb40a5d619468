import { useSyncExternalStore } from "react";
import type { PrayerCalls } from "#shared/prayer/alert-settings.ts";
import { PrayerSetup, usualSetup } from "#shared/prayer/prayer-profile.ts";
import { isKnownZone } from "#shared/reading-activity/time-zone.ts";
import { prayerKey as key, prayerChanged } from "#client/lib/prayer-location-key.ts";

let setup: PrayerSetup | undefined;
const listeners = new Set<() => void>();

/** What this device knows of its reader's place, method and calls; the usual one where it was told nothing. */
export function prayerSetup(): PrayerSetup {
  setup ??= read();
  return setup;
}

/** Changes a part of it, here and in this browser's other tabs. */
export function changePrayerSetup(part: Partial<PrayerSetup>): void {
  setup = { ...prayerSetup(), ...part };
  try {
    localStorage.setItem(key, JSON.stringify(setup));
  } catch {
    // A browser that keeps nothing: it holds until the page goes.
  }
  tell();
}

/** Changes a part of how this device's reader is called. */
export function changeCalls(part: Partial<PrayerCalls>): void {
  changePrayerSetup({ calls: { ...prayerSetup().calls, ...part } });
}

/** @returns a function that stops listening. */
export function onPrayerSetup(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", elsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", elsewhere);
  };
}

export const usePrayerSetup = (): PrayerSetup =>
  useSyncExternalStore(onPrayerSetup, prayerSetup, () => usualSetup);

function elsewhere(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return;
  setup = undefined;
  tell();
}

function tell(): void {
  dispatchEvent(new Event(prayerChanged));
  for (const listener of listeners) listener();
}

function read(): PrayerSetup {
  try {
    const kept = PrayerSetup.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    if (!kept.success) return usualSetup;
    // A browser that is older than the zone's name could show no time of it.
    const isShown = kept.data.place === null || isKnownZone(kept.data.place.zone);
    return isShown ? kept.data : { ...kept.data, place: null };
  } catch {
    return usualSetup;
  }
}
