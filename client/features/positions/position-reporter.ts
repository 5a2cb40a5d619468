import type { BookId } from "#shared/books/book.ts";
import type { Locator } from "#shared/positions/position.ts";

export const saveIntervalMs = 10_000;

const storeIntervalMs = 1_000;

/** Page turns and seeks in quick succession are saved once. */
export const saveDelayMs = 1_000;

export interface Report {
  readonly bookId: BookId;
  readonly locator: Locator;
  readonly at: Date;
  readonly isDeliberate: boolean;
  readonly reset: boolean;
}

export interface SaveOptions {
  /** Uses `keepalive`, because the page may close. */
  readonly keepalive: boolean;
}

/** Receives positions to save. */
export type Save = (report: Report, options: SaveOptions) => void;

export type StoreReport = (report: Report) => void;

/**
 * Tracks the position in one open book and saves it every 10 s, soon after a deliberate move, or immediately
 * on request. Unsaved positions are stored on the device, because a crash leaves no time to send and
 * Chromium gives a closing page half a second. Nothing is saved before the first report.
 */
export class PositionReporter {
  readonly bookId: BookId;
  readonly #save: Save;
  readonly #storeReport: StoreReport;
  #unsaved: Report | null = null;
  #lastSaved: Locator | null = null;
  #lastSavedAt = 0;
  #lastStoredAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bookId: BookId, save: Save, storeReport: StoreReport) {
    this.bookId = bookId;
    this.#save = save;
    this.#storeReport = storeReport;
  }

  /**
   * Reports the position.
   *
   * @param isDeliberate the reader moved on purpose: a page turn, a seek, a play
   * @param reset the reader went back to the beginning on purpose
   */
  report(locator: Locator, isDeliberate: boolean, { reset = false } = {}): void {
    if (!isDeliberate && !this.#unsaved && isSame(locator, this.#lastSaved)) return;
    this.#unsaved = {
      bookId: this.bookId,
      locator,
      at: new Date(),
      isDeliberate: isDeliberate || (this.#unsaved?.isDeliberate ?? false),
      reset: reset || (this.#unsaved?.reset ?? false),
    };
    if (isDeliberate || Date.now() - this.#lastStoredAt >= storeIntervalMs) {
      this.#lastStoredAt = Date.now();
      this.#storeReport(this.#unsaved);
    }
    if (isDeliberate) this.#scheduleSave(saveDelayMs);
    else this.#scheduleSave(Math.max(0, this.#lastSavedAt + saveIntervalMs - Date.now()));
  }

  saveNow(options: SaveOptions = { keepalive: false }): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#dueAt = Number.POSITIVE_INFINITY;
    if (!this.#unsaved) return;
    const report = this.#unsaved;
    this.#unsaved = null;
    this.#lastSaved = report.locator;
    this.#lastSavedAt = Date.now();
    this.#save(report, options);
  }

  #dueAt = Number.POSITIVE_INFINITY;

  #scheduleSave(ms: number): void {
    const due = Date.now() + ms;
    if (this.#timer !== undefined && this.#dueAt <= due) return;
    clearTimeout(this.#timer);
    this.#dueAt = due;
    this.#timer = setTimeout(() => this.saveNow(), ms);
  }
}

function isSame(a: Locator, b: Locator | null): boolean {
  return b !== null && JSON.stringify(a) === JSON.stringify(b);
}
