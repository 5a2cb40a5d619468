import type { Preferences } from "#shared/accounts/session-contract.ts";
import type { Seconds } from "#shared/api/schemas.ts";

export interface PlayerSettings {
  readonly rate: number;
  readonly skipBack: Seconds;
  readonly skipForward: Seconds;
  readonly timeDisplay: "book" | "chapter";
  /** Milliseconds by which the highlight lags behind the audio; negative for earlier. */
  readonly syncOffsetMs: number;
  /** Of this device only, like those below. */
  readonly rewindsAfterPause: boolean;
  readonly sleepChime: boolean;
  readonly shakeExtends: boolean;
  /** The sleep timer that starts by itself in the evening; 0 for none. */
  readonly eveningMinutes: number;
}

export const defaultSettings: PlayerSettings = {
  rate: 1,
  skipBack: 10,
  skipForward: 30,
  timeDisplay: "chapter",
  syncOffsetMs: 0,
  rewindsAfterPause: true,
  sleepChime: false,
  shakeExtends: false,
  eveningMinutes: 0,
};

/** Skip lengths in seconds. */
export const skipAmounts: readonly Seconds[] = [5, 10, 15, 30, 60, 120, 300];

export const minRate = 0.5;
export const maxRate = 3.5;

/** Clamps a speed to 0.5 to 3.5, in steps of 0.05. */
export const clampRate = (rate: number): number =>
  Math.min(maxRate, Math.max(minRate, Math.round(rate * 20) / 20));

/** Milliseconds. */
export const syncOffsets = { min: -2000, max: 2000, step: 50 } as const;

/** Speed presets; the slider offers all between 0.5 and 3.5. */
export const speedPresets = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

export function fromPreferences(preferences: Preferences, previous: PlayerSettings): PlayerSettings {
  return {
    ...previous,
    rate: preferences.playbackRate ?? previous.rate,
    skipBack: preferences.skipBackSeconds ?? previous.skipBack,
    skipForward: preferences.skipForwardSeconds ?? previous.skipForward,
    timeDisplay: preferences.timeDisplay ?? previous.timeDisplay,
    syncOffsetMs: preferences.syncOffsetMs ?? previous.syncOffsetMs,
  };
}

export function toPreferences(changed: Partial<PlayerSettings>): Preferences {
  return {
    ...(changed.rate !== undefined && { playbackRate: changed.rate }),
    ...(changed.skipBack !== undefined && { skipBackSeconds: changed.skipBack }),
    ...(changed.skipForward !== undefined && { skipForwardSeconds: changed.skipForward }),
    ...(changed.timeDisplay !== undefined && { timeDisplay: changed.timeDisplay }),
    ...(changed.syncOffsetMs !== undefined && { syncOffsetMs: changed.syncOffsetMs }),
  };
}
