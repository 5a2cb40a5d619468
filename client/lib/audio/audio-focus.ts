import type { BookId } from "#shared/books/book.ts";

export interface AudioFocusHolder {
  /** @param bookId of the new audio */
  readonly stop: (bookId: BookId | null) => void;
  /**
   * Fades out for an alert.
   *
   * @returns a function that resumes slightly earlier; null when nothing is playing
   */
  readonly pauseForInterruption: () => (() => void) | null;
}

export interface Interruption {
  readonly stop: () => void;
  /** @returns how to resume what this source had interrupted */
  readonly pauseForInterruption: () => (() => void) | null;
}

let holder: AudioFocusHolder | null = null;
let interruptions: readonly Interruption[] = [];

export function requestAudioFocus(focusHolder: AudioFocusHolder, bookId: BookId | null): void {
  const endedInterruptions = interruptions;
  interruptions = [];
  for (const interruption of endedInterruptions) interruption.stop();
  const previous = holder;
  holder = focusHolder;
  if (previous !== focusHolder) previous?.stop(bookId);
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
  const others = interruptions.filter((other) => other !== interruption);
  const resumeOther = others.map((other) => other.pauseForInterruption()).find((resume) => resume !== null);
  releaseTransientFocus(interruption);
  interruptions = [...interruptions, interruption];
  return resumeOther ?? holder?.pauseForInterruption() ?? null;
}

export function endInterruptions(except: Interruption): void {
  for (const each of interruptions) if (each !== except) each.pauseForInterruption()?.();
}

export function releaseTransientFocus(interruption: Interruption): void {
  interruptions = interruptions.filter((each) => each !== interruption);
}
