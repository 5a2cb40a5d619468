import type { BookId } from "#shared/books/book.ts";

/** Something that is heard, of which there is one at a time. */
export interface Speaker {
  /** Another is heard now. @param bookId of what is heard then. */
  readonly yield: (bookId: BookId | null) => void;
  /** Dies away for what matters more than a book. @returns how it goes on, from a little before; null for silence. */
  readonly giveWay: () => (() => void) | null;
}

let holder: Speaker | null = null;
let endInterruption: () => void = () => {};

/** Takes the floor: whoever was heard before falls silent. */
export function takeFloor(speaker: Speaker, bookId: BookId | null): void {
  const end = endInterruption;
  interruptionOver();
  end();
  const before = holder;
  holder = speaker;
  if (before !== speaker) before?.yield(bookId);
}

/** Whether another has the floor. */
export const isFloorTaken = (speaker: Speaker): boolean => holder !== null && holder !== speaker;

/** Leaves it to anybody. */
export function leaveFloor(speaker: Speaker): void {
  if (holder === speaker) holder = null;
}

/**
 * Bids whoever is heard be silent, without taking the floor from them.
 *
 * @param onTaken somebody wants to be heard in spite of it.
 * @returns how what was heard goes on; null where nothing was.
 */
export function interrupt(onTaken: () => void): (() => void) | null {
  endInterruption = onTaken;
  return holder?.giveWay() ?? null;
}

/** Nothing interrupts any more. */
export function interruptionOver(): void {
  endInterruption = () => {};
}
