import type { BookId } from "#shared/books/book.ts";
import { idleTimeoutMs, maxWordsPerMinute } from "#shared/reading-activity/session.ts";
import type { Recorder } from "./recorder.ts";

export const trackIntervalMs = 5_000;
const sleepDetectionMs = 30_000;

const activityIntervalMs = 1_000;

const wordsPerMs = maxWordsPerMinute / 60_000;

/**
 * Measures reading time: from the first activity until at most {@link idleTimeoutMs} after the last, while
 * the page is visible. Text that was paged past counts as read as far as the time allows.
 */
export class ReadingClock {
  readonly #recorder: Pick<Recorder, "addTime" | "pauseSession" | "clock">;
  readonly #bookId: BookId;
  readonly #wordCount: number;
  readonly #ended = new Set<unknown>();
  /** Words that the elapsed time allowed for and that were not counted yet. */
  #credit = 0;
  #countedUntil: number;
  #lastActivity: number;
  #isVisible = true;
  #fraction: number | undefined;
  #uncounted = { fraction: 0, chapters: 0 };

  constructor(
    recorder: Pick<Recorder, "addTime" | "pauseSession" | "clock">,
    bookId: BookId,
    wordCount: number,
  ) {
    this.#recorder = recorder;
    this.#bookId = bookId;
    this.#wordCount = wordCount;
    this.#countedUntil = this.#lastActivity = recorder.clock.ticks();
  }

  /** Called on any activity: a turn, a touch, a move. */
  onActivity(): void {
    const isNewActivity = this.#recorder.clock.ticks() - this.#lastActivity >= activityIntervalMs;
    if (this.#isVisible && isNewActivity) this.#registerActivity();
  }

  /** @param isForward true for page turns, not for jumps */
  onPage(fraction: number, isForward: boolean): void {
    const delta = fraction - (this.#fraction ?? fraction);
    this.#fraction = fraction;
    if (isForward && delta > 0) this.#uncounted.fraction += delta;
    this.#registerActivity();
  }

  /** Called at the end of a chapter; each counts once while the book is open. */
  countChapter(chapter: unknown): void {
    if (this.#ended.has(chapter)) return;
    this.#ended.add(chapter);
    this.#uncounted.chapters += 1;
  }

  /** The visibility of the page changed. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    if (!isVisible) this.stop();
    this.#isVisible = isVisible;
    this.#countedUntil = this.#lastActivity = this.#recorder.clock.ticks();
  }

  /** Updates the counters. Must be called at least every {@link trackIntervalMs}. */
  count(): void {
    const now = this.#recorder.clock.ticks();
    const until = Math.min(now, this.#lastActivity + idleTimeoutMs);
    const ms = until - this.#countedUntil;
    const hasSlept = now - this.#countedUntil > sleepDetectionMs;
    this.#countedUntil = Math.max(this.#countedUntil, now);
    const { fraction, chapters } = this.#uncounted;
    if (!this.#isVisible || hasSlept || (ms <= 0 && fraction + chapters === 0)) return;
    this.#emit(Math.max(0, ms), Math.max(0, now - until));
  }

  #emit(ms: number, ageMs: number): void {
    const { fraction, chapters } = this.#uncounted;
    this.#credit = Math.min(idleTimeoutMs * wordsPerMs, this.#credit + ms * wordsPerMs);
    this.#uncounted = { fraction: 0, chapters: 0 };
    this.#recorder.addTime({
      kind: "reading",
      bookId: this.#bookId,
      ms,
      ageMs,
      fraction: this.#fraction,
      read: this.#limitToReadable(fraction),
      chapters,
    });
    if (ageMs > 0) this.#recorder.pauseSession("reading");
  }

  /** Called when the book is closed or hidden. */
  stop(): void {
    this.count();
    this.#recorder.pauseSession("reading");
  }

  #registerActivity(): void {
    this.count();
    this.#lastActivity = this.#recorder.clock.ticks();
  }

  #limitToReadable(fraction: number): number {
    if (this.#wordCount === 0) return fraction;
    const words = Math.min(fraction * this.#wordCount, this.#credit);
    this.#credit -= words;
    return words / this.#wordCount;
  }
}
