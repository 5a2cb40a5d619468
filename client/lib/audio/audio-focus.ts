import type { BookId } from "#shared/books/book.ts";

export interface AudioFocusHolder {
  /** @param bookId of the new audio */
  readonly yield: (bookId: BookId | null) => void;
  /**
   * Fades out for an alert.
   *
   * @returns a function that resumes slightly earlier; null when nothing is playing
   */
  readonly yieldFocus: () => (() => void) | null;
}

export interface Interruption {
  readonly yield: () => void;
  /** @returns how to resume what this source had interrupted */
  readonly yieldFocus: () => (() => void) | null;
}

let holder: AudioFocusHolder | null = null;
let interruptions: readonly Interruption[] = [];

export function requestAudioFocus(focusHolder: AudioFocusHolder, bookId: BookId | null): void {
  const ended = interruptions;
  interruptions = [];
  for (const each of ended) each.yield();
  const previous = holder;
  holder = focusHolder;
  if (previous !== focusHolder) previous?.yield(bookId);
}

export const hasOtherAudioFocus = (focusHolder: AudioFocusHolder): boolean =>
  holder !== null && holder !== focusHolder;

export function abandonAudioFocus(focusHolder: AudioFocusHolder): void {
  if (holder === focusHolder) holder = null;
}

/**
 * Pauses the current audio without taking its focus.
 *
 * @returns a function that resumes it; null when nothing is playing
 */
export function requestTransientFocus(interruption: Interruption): (() => void) | null {
  const others = interruptions.filter((each) => each !== interruption);
  const resumeOther = others.map((each) => each.yieldFocus()).find((resume) => resume !== null);
  releaseTransientFocus(interruption);
  interruptions = [...interruptions, interruption];
  return resumeOther ?? holder?.yieldFocus() ?? null;
}

export function endInterruptions(except: Interruption): void {
  for (const each of interruptions) if (each !== except) each.yieldFocus()?.();
}

export function releaseTransientFocus(interruption: Interruption): void {
  interruptions = interruptions.filter((each) => each !== interruption);
}
