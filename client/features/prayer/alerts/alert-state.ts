import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";

export type AlertPlayback = "silent" | "starting" | "playing" | "blocked";

/** Immutable, so that React can compare by identity. */
export interface AlertState {
  readonly due: ScheduledAlert | null;
  readonly isOpen: boolean;
  readonly playback: AlertPlayback;
  readonly isSubstitute: boolean;
  readonly canContinue: boolean;
  readonly snoozedUntil: Date | null;
}

export const noAlert: AlertState = {
  due: null,
  isOpen: false,
  playback: "silent",
  isSubstitute: false,
  canContinue: false,
  snoozedUntil: null,
};

export const isPlaying = ({ isOpen, playback }: AlertState): boolean =>
  isOpen && (playback === "starting" || playback === "playing");

export const visibleForMs = 10 * 60_000;
