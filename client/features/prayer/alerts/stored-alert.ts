import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { notifiedPrayers, RecordingId } from "#shared/prayer/alert-settings.ts";
import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";

const activeAlertKey = "maktaba.prayer.playing";
const snoozeKey = "maktaba.prayer.snoozed";

const StoredDue = z.object({
  key: z.string(),
  kind: z.enum(["prayer", "reminder"]),
  prayer: z.enum([...notifiedPrayers, "sunrise"]),
  at: Instant,
  prayerAt: Instant,
  minutes: z.number(),
  sound: z.enum(["athan", "takbir", "chime", "silent"]),
  recordingId: z.nullable(RecordingId),
});

const StoredAlert = z.object({
  due: StoredDue,
  isSubstitute: z.boolean(),
  /** Seconds played when the page closed; null while playing. */
  playedSeconds: z.nullable(z.number()),
  /** Start time as if it had played without interruption. */
  from: z.number(),
  until: z.number(),
});
export type StoredAlert = z.infer<typeof StoredAlert>;

/**
 * The alert that is playing in this browser; null for none.
 *
 * @param now device time in milliseconds
 */
export function readStoredAlert(now: number): StoredAlert | null {
  const stored = StoredAlert.safeParse(read(activeAlertKey));
  return stored.success && now < stored.data.until ? stored.data : null;
}

export const storeAlert = (alert: StoredAlert): void => write(activeAlertKey, alert);

export function cancelAlert(key: string): void {
  const stored = StoredAlert.safeParse(read(activeAlertKey));
  if (stored.success && stored.data.due.key === key) write(activeAlertKey, null);
}

export function readStoredSnooze(): readonly ScheduledAlert[] {
  const stored = z.array(StoredDue).safeParse(read(snoozeKey));
  return stored.success ? stored.data : [];
}

export const storeSnooze = (alerts: readonly ScheduledAlert[]): void =>
  write(snoozeKey, alerts.length ? alerts : null);

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {}
}
