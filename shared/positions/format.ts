import type { Locator } from "./position.ts";

/** How a book is read: by its text, by its sound, or by both at once, in step. */
export const positionFormats = ["text", "audio", "both"] as const;
export type PositionFormat = (typeof positionFormats)[number];

/** The format a place was read or heard in; null when it gives a share of the book only. */
export function getPositionFormat(place: Locator): PositionFormat | null {
  const isText = place.cfi !== undefined || place.sentence !== undefined;
  if (place.chapter !== undefined) return isText ? "both" : "audio";
  return isText ? "text" : null;
}

/** Text counts as read to its end from here. */
export const finishedTextFraction = 0.99;

/** Audio counts as heard to its end with less than this left. */
export const finishedAudioLeft = 10;

/**
 * Whether a place is so near the end that the book may be proposed as finished.
 *
 * @param duration of the whole audio, in seconds; null without audio.
 */
export function isAtEnd(place: Locator, duration: number | null): boolean {
  if (place.chapter === undefined || !duration) return place.fraction >= finishedTextFraction;
  return (1 - place.fraction) * duration < finishedAudioLeft;
}

/** The share of a book as a percentage to one decimal, such as "41.3". */
export const getPercent = (fraction: number): string => (fraction * 100).toFixed(1);
