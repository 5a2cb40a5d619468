import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";

export type AlertPlayback = "quiet" | "coming" | "sounding" | "blocked";

/** Immutable, so that React can compare by identity. */
export interface AlertState {
  readonly due: ScheduledAlert | null;
  readonly isOpen: boolean;
  readonly sounding: AlertPlayback;
  readonly isSubstitute: boolean;
  readonly canContinue: boolean;
  readonly snoozedUntil: Date | null;
}

export const noAlert: AlertState = {
  due: null,
  isOpen: false,
  sounding: "quiet",
  isSubstitute: false,
  canContinue: false,
  snoozedUntil: null,
};

export const isPlaying = ({ isOpen, sounding }: AlertState): boolean =>
  isOpen && (sounding === "coming" || sounding === "sounding");

export const visibleForMs = 10 * 60_000;
