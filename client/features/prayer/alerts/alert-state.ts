import type { ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";

/** What is heard of a call. */
export type AlertPlayback =
  /** Nothing: it is silent, or was stopped, or came to its end. */
  | "quiet"
  /** It is about to sound, here or in another tab. */
  | "coming"
  | "sounding"
  /** The browser wants a press first. */
  | "blocked";

/** A new object at every change, so that React may compare by identity. */
export interface AlertState {
  readonly due: ScheduledAlert | null;
  readonly isOpen: boolean;
  readonly sounding: AlertPlayback;
  /** The chime stands in for a recording that this house has not. */
  readonly isSubstitute: boolean;
  /** What was heard before was paused for it, here or in another tab, and can go on. */
  readonly canContinue: boolean;
  /** When it is told again. */
  readonly retryAt: Date | null;
}

export const noAlert: AlertState = {
  due: null,
  isOpen: false,
  sounding: "quiet",
  isSubstitute: false,
  canContinue: false,
  retryAt: null,
};

/** Whether it is heard here or in another tab, or will be at once. */
export const isPlaying = ({ isOpen, sounding }: AlertState): boolean =>
  isOpen && (sounding === "coming" || sounding === "sounding");

/** What nobody answered is taken away after this. */
export const visibleForMs = 10 * 60_000;
