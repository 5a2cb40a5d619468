import type { SettingsStore } from "#client/features/player/settings/settings-store.ts";
import type { SleepTarget, SleepTimer } from "./sleep-timer.ts";

/** Hours of the clock. */
export const evening = { from: 21, to: 5 } as const;
const hourMs = 3_600_000;

export function isEvening(date: Date): boolean {
  const hour = date.getHours();
  return hour >= evening.from || hour < evening.to;
}

/**
 * Starts the sleep timer when something is played in the evening, where the settings say so. A listener who
 * turned it off is left alone for the night.
 */
export function startEveningTimer(
  engine: Pick<SleepTarget, "onCommand">,
  sleep: Pick<SleepTimer, "getState" | "start" | "onCancel">,
  settings: Pick<SettingsStore, "getState">,
): void {
  let cancelledAt = Number.NEGATIVE_INFINITY;
  sleep.onCancel(() => {
    cancelledAt = Date.now();
  });
  engine.onCommand((command) => {
    const { eveningMinutes } = settings.getState();
    const isPlay = command === "play" || command === "restart";
    if (!isPlay || eveningMinutes === 0 || sleep.getState().plan || !isEvening(new Date())) return;
    const night = (24 - evening.from + evening.to) * hourMs;
    if (Date.now() - cancelledAt > night) sleep.start({ kind: "minutes", minutes: eveningMinutes });
  });
}
