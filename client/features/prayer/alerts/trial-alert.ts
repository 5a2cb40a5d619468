import { findNextPrayerAfter, type ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { getPrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { Store } from "#client/lib/store.ts";

/** The alert that the reader asked to try; kept until the alert controller is loaded. */
export const trialAlert = new Store<ScheduledAlert | null>(null);

/** Shows the notification of the next prayer now, with its sound. Does nothing without a location. */
export function tryAlert(now = new Date()): void {
  const { location, settings, alerts } = getPrayerProfile();
  if (!location) return;
  const { name, at } = findNextPrayerAfter(location, settings, now);
  const { sound, recordingId } = alerts.byPrayer[name];
  trialAlert.set({
    key: `trial:${now.getTime()}`,
    kind: "prayer",
    prayer: name,
    at: now,
    prayerAt: at,
    minutes: 0,
    sound: sound === "none" ? "chime" : sound,
    recordingId,
  });
}
