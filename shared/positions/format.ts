import type { Locator } from "./position.ts";

export const positionFormats = ["text", "audio", "both"] as const;
export type PositionFormat = (typeof positionFormats)[number];

/** The format of a position; null when it only has a fraction. */
export function getPositionFormat(locator: Locator): PositionFormat | null {
  const isText = locator.cfi !== undefined || locator.sentence !== undefined;
  if (locator.chapter !== undefined) return isText ? "both" : "audio";
  return isText ? "text" : null;
}

/** From this fraction on, a text counts as finished. */
export const finishedTextFraction = 0.99;

export const finishedRemainingSeconds = 10;

/**
 * Whether a position is close enough to the end to suggest "finished".
 *
 * @param duration seconds of audio; null without audio
 */
export function isAtEnd(locator: Locator, duration: number | null): boolean {
  if (locator.chapter === undefined || !duration) return locator.fraction >= finishedTextFraction;
  return (1 - locator.fraction) * duration < finishedRemainingSeconds;
}

/** A fraction as a percentage with one decimal, such as "41.3". */
export const getPercent = (fraction: number): string => (fraction * 100).toFixed(1);
