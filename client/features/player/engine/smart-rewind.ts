import type { Seconds } from "#shared/api/schemas.ts";

const minute = 60_000;
/** Longest pause in milliseconds, and the seconds that are heard again after it. */
const steps: readonly (readonly [number, Seconds])[] = [
  [10_000, 0],
  [minute, 3],
  [5 * minute, 10],
  [30 * minute, 20],
];
const longest: Seconds = 30;

/** How far playback goes back after a pause, so that a listener finds the thread again. */
export const getRewind = (pausedMs: number): Seconds =>
  steps.find(([limit]) => pausedMs < limit)?.[1] ?? longest;

/** The same for a book that is opened again; within minutes it continues at the second, as on another device. */
export const getRewindAtOpening = (awayMs: number): Seconds => (awayMs < 5 * minute ? 0 : getRewind(awayMs));
