import type { BookId } from "#shared/books/book.ts";

/** Something that is heard, of which there is one at a time. */
export interface AudioFocusHolder {
  /** Another is heard now. @param bookId of what is heard then. */
  readonly yield: (bookId: BookId | null) => void;
  /** Dies away for what matters more than a book. @returns how it goes on, from a little before; null for silence. */
  readonly yieldFocus: () => (() => void) | null;
}

/** What is heard for a while between: a call to prayer, or something that is tried out. */
export interface Interruption {
  /** Somebody wants a book to be heard in spite of it. */
  readonly yield: () => void;
  /** Falls silent for another. @returns how goes on what it had silenced, if that is the other's to do now. */
  readonly yieldFocus: () => (() => void) | null;
}

let holder: AudioFocusHolder | null = null;
let interruptions: readonly Interruption[] = [];

/** Takes the floor: whoever was heard before falls silent. */
export function requestAudioFocus(speaker: AudioFocusHolder, bookId: BookId | null): void {
  const ended = interruptions;
  interruptions = [];
  for (const each of ended) each.yield();
  const before = holder;
  holder = speaker;
  if (before !== speaker) before?.yield(bookId);
}

/** Whether another has the floor. */
export const hasOtherAudioFocus = (speaker: AudioFocusHolder): boolean =>
  holder !== null && holder !== speaker;

/** Leaves it to anybody. */
export function abandonAudioFocus(speaker: AudioFocusHolder): void {
  if (holder === speaker) holder = null;
}

/**
 * Bids whoever is heard be silent, without taking the floor from them.
 *
 * @returns how what was heard goes on; null where nothing was.
 */
export function requestTransientFocus(interruption: Interruption): (() => void) | null {
  const others = interruptions.filter((each) => each !== interruption);
  const handedOn = others.map((each) => each.yieldFocus()).find((resume) => resume !== null);
  releaseTransientFocus(interruption);
  interruptions = [...interruptions, interruption];
  return handedOn ?? holder?.yieldFocus() ?? null;
}

/** Bids what interrupts a book fall silent, which then goes on: for what is short and is heard beside it. */
export function endInterruptions(but: Interruption): void {
  for (const each of interruptions) if (each !== but) each.yieldFocus()?.();
}

/** It interrupts nobody any more. */
export function releaseTransientFocus(interruption: Interruption): void {
  interruptions = interruptions.filter((each) => each !== interruption);
}
