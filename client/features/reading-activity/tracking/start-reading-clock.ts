import type { BookId } from "#shared/books/book.ts";
import { ReadingClock, trackIntervalMs } from "./reading-clock.ts";
import { recorder } from "./recorder.ts";

/** The clock of one book on the screen, which tells the app's recorder, and how often it is to be asked to count. */
export const startReadingClock = (bookId: BookId, wordCount: number) => ({
  clock: new ReadingClock(recorder(), bookId, wordCount),
  countEveryMs: trackIntervalMs,
});
export type RunningReadingClock = ReturnType<typeof startReadingClock>;
