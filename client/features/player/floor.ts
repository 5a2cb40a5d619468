import type { BookId } from "#shared/books/book.ts";

/** Something that is heard, of which there is one at a time. */
export interface Speaker {
  /** Another is heard now. @param bookId of what is heard then. */
  readonly yield: (bookId: BookId | null) => void;
}

let holder: Speaker | null = null;

/** Takes the floor: whoever was heard before falls silent. */
export function takeFloor(speaker: Speaker, bookId: BookId | null): void {
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
