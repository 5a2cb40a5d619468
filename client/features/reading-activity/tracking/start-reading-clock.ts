import type { BookId } from "#shared/books/book.ts";
import { ReadingClock, trackIntervalMs } from "./reading-clock.ts";
import { getRecorder } from "./recorder.ts";

export const startReadingClock = (bookId: BookId, wordCount: number) => ({
  clock: new ReadingClock(getRecorder(), bookId, wordCount),
  countIntervalMs: trackIntervalMs,
});
export type RunningReadingClock = ReturnType<typeof startReadingClock>;
