import type { SettingsStore } from "#client/features/player/settings/settings-store.ts";
import { playChime } from "./chime.ts";
import { onShake } from "./shake.ts";
import type { SleepTimer } from "./sleep-timer.ts";

/** A chime before the fade, and more time by shaking the device during it. */
export function connectSleepSignals(sleep: SleepTimer, settings: SettingsStore): void {
  sleep.onFade(() => {
    if (settings.getState().sleepChime) playChime();
  });
  let stop: (() => void) | null = null;
  sleep.subscribe(() => {
    const isNeeded = settings.getState().shakeExtends && sleep.getState().plan !== null;
    if (isNeeded && !stop) stop = onShake(() => extendIfFading(sleep));
    if (!isNeeded) {
      stop?.();
      stop = null;
    }
  });
}

/** @returns whether the timer was extended */
export function extendIfFading(sleep: SleepTimer): boolean {
  if (!sleep.isFading || !sleep.canExtend()) return false;
  sleep.extend();
  return true;
}
