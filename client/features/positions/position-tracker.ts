import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import { toDevice } from "#shared/api/user-agent.ts";
import type { BookId } from "#shared/books/book.ts";
import { EventId, type Locator, PositionEvent } from "#shared/positions/position.ts";
import { getLastUser } from "#client/lib/api/last-user.ts";
import type { Outbox, Send } from "#client/lib/api/outbox.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { hasKeptBooks, keptPositionPrefix } from "#client/lib/offline/has-kept-books.ts";
import { createId } from "#client/lib/uuid.ts";
import { clearGuestPositions, listGuestPositions, saveGuestPosition } from "./guest-positions.ts";
import { clearPositions, createPositionOutbox } from "./outbox.ts";

const maxCatchUpMs = 3_000;

const saveIntervalMs = 10_000;

const storeIntervalMs = 1_000;

/** Page turns and seeks in quick succession are saved once. */
const saveDelayMs = 1_000;

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

/**
 * Tracks the position in one open book and saves it every 10 s, soon after a deliberate move, or immediately
 * on request. Unsaved positions are stored on the device, because a crash leaves no time to send and
 * Chromium gives a closing page half a second. Nothing is saved before the first report.
 */
export class PositionReporter {
  readonly #bookId: BookId;
  readonly #save: (report: Report, options: SaveOptions) => void;
  readonly #storeReport: (report: Report) => void;
  #unsaved: Report | null = null;
  #lastSaved: Locator | null = null;
  #lastSavedAt = 0;
  #lastStoredAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = Number.POSITIVE_INFINITY;

  /** @param storeReport stores an unsaved report on the device */
  constructor(
    bookId: BookId,
    save: (report: Report, options: SaveOptions) => void,
    storeReport: (report: Report) => void,
  ) {
    this.#bookId = bookId;
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
      bookId: this.#bookId,
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

/** Null for positions that are reported elsewhere. */
export type PositionResolver = (locator: Locator) => Locator | null;

export class PositionTracker {
  readonly #storage: Storage;
  readonly #send: Send | undefined;
  readonly #reporters = new Map<BookId, PositionReporter>();
  readonly #textVersions = new Map<BookId, string>();
  readonly #savedAt = new Map<BookId, Date>();
  readonly #lastReported = new Map<BookId, Pick<Report, "locator" | "at">>();
  readonly #resolvers = new Map<BookId, PositionResolver>();
  /** The stored event of each book that is not due to be sent. */
  readonly #unsentIds = new Map<BookId, EventId>();
  #outbox: Outbox | null = null;
  #userId: UserId | null = null;
  #isReaderKnown = false;
  #isSignedOut = false;

  constructor(storage: Storage = getDeviceStorage(), send?: Send) {
    this.#storage = storage;
    this.#send = send;
    addEventListener("online", () => void this.#outbox?.flush());
    addEventListener("pagehide", this.saveNow);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.saveNow();
    });
  }

  setReader(userId: UserId | null): void {
    this.#isReaderKnown = true;
    this.#isSignedOut = false;
    if (userId === this.#userId) return;
    this.saveNow();
    this.#unsentIds.clear();
    this.#lastReported.clear();
    this.#outbox?.close();
    this.#userId = userId;
    this.#outbox = userId && createPositionOutbox(userId, this.#storage, this.#send);
    void this.#outbox?.flush();
  }

  /** Sets the content version of the text that later positions of a book refer to. */
  setTextVersion(bookId: BookId, version: string): void {
    this.#textVersions.set(bookId, version);
  }

  /** Reports the position in a book; see {@link PositionReporter.report}. */
  report(
    bookId: BookId,
    locator: Locator,
    isDeliberate: boolean,
    options?: { readonly reset: boolean },
  ): void {
    // While the session loads, the last user of the device is probably still signed in.
    if (!this.#isReaderKnown) this.setReader(getLastUser()?.id ?? null);
    const resolve = this.#resolvers.get(bookId);
    if (locator.chapter === undefined) this.#lastReported.set(bookId, { locator, at: new Date() });
    const resolved = resolve ? resolve(locator) : locator;
    if (resolved) this.#getReporter(bookId).report(resolved, isDeliberate, options);
  }

  /**
   * Combines the reports of text and audio of one book.
   *
   * @returns a function that stops
   */
  setResolver(bookId: BookId, resolve: PositionResolver): () => void {
    this.#resolvers.set(bookId, resolve);
    return () => {
      if (this.#resolvers.get(bookId) === resolve) this.#resolvers.delete(bookId);
    };
  }

  readonly saveNow = (bookId?: BookId | Event): void => {
    const reporters =
      typeof bookId === "string" ? [this.#getReporter(bookId)] : [...this.#reporters.values()];
    for (const reporter of reporters) reporter.saveNow({ keepalive: true });
  };

  /** Resolves when positions from an earlier visit have been sent, or after 3 s. */
  async waitForUpload(userId: UserId): Promise<void> {
    if (!this.#isReaderKnown) this.setReader(userId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxCatchUpMs);
    });
    await Promise.race([this.#outbox?.waitUntilFlushed(), timeout]);
    clearTimeout(timer);
  }

  async waitUntilSaved(): Promise<void> {
    this.saveNow();
    await this.#outbox?.waitUntilFlushed();
  }

  /** Null when this device has not saved a position since the app started. */
  getLastSaved(bookId: BookId): Date | null {
    return this.#savedAt.get(bookId) ?? null;
  }

  /** The position in the text that was reported last since the app started. */
  getLastReported(bookId: BookId): Pick<Report, "locator" | "at"> | null {
    return this.#lastReported.get(bookId) ?? null;
  }

  async signOut(): Promise<void> {
    const [userId, outbox] = [this.#userId, this.#outbox];
    await this.waitUntilSaved();
    // BroadcastChannel also delivers the sign-out of the same tab's other listeners.
    if (!outbox || this.#outbox !== outbox) return;
    const isReached = !outbox.isUnreachable;
    this.#isSignedOut = true;
    outbox.close();
    this.#reporters.clear();
    this.#unsentIds.clear();
    this.#lastReported.clear();
    this.#outbox = null;
    this.#userId = null;
    if (userId && isReached) clearPositions(userId, this.#storage);
  }

  claimGuestPositions(): void {
    for (const guestPosition of listGuestPositions(this.#storage)) {
      this.#save({ ...guestPosition, isDeliberate: true, reset: false }, { keepalive: false });
    }
    clearGuestPositions(this.#storage);
  }

  countGuestPositions(): number {
    return listGuestPositions(this.#storage).length;
  }

  /** Removes a guest's positions from this device. */
  declineGuestPositions(): void {
    clearGuestPositions(this.#storage);
  }

  #getReporter(bookId: BookId): PositionReporter {
    const reporter =
      this.#reporters.get(bookId) ?? new PositionReporter(bookId, this.#save, this.#storeLocally);
    this.#reporters.set(bookId, reporter);
    return reporter;
  }

  readonly #save = (report: Report, options: SaveOptions): void => {
    if (this.#isSignedOut) return;
    this.#savedAt.set(report.bookId, report.at);
    this.#storeLocally(report);
    this.#unsentIds.delete(report.bookId);
    this.#outbox?.send(options);
  };

  readonly #storeLocally = (report: Report): void => {
    if (this.#isSignedOut) return;
    const { bookId, locator, at } = report;
    if (!this.#outbox) {
      saveGuestPosition({ bookId, locator, at }, this.#storage);
      return;
    }
    const unsentId = this.#unsentIds.get(bookId);
    if (unsentId) this.#outbox.drop(unsentId);
    const event = this.#toEvent(report);
    this.#unsentIds.set(bookId, event.id);
    const item = z.encode(PositionEvent, event);
    this.#outbox.store(event.id, item);
    if (hasKeptBooks())
      this.#storage.setItem(`${keptPositionPrefix}${this.#userId}.${bookId}`, JSON.stringify(item));
  };

  #toEvent({ reset, ...report }: Report): PositionEvent {
    const version = this.#textVersions.get(report.bookId);
    return {
      id: EventId.parse(createId()),
      device: toDevice(navigator.userAgent),
      ...report,
      ...(reset && { reset }),
      ...(version !== undefined && report.locator.sentence !== undefined && { version }),
    };
  }
}

let instance: PositionTracker | undefined;

/** The app-wide instance. */
export function getPositionTracker(): PositionTracker {
  instance ??= new PositionTracker();
  return instance;
}
