import type { UserId } from "#shared/accounts/user.ts";
import { describeDevice } from "#shared/api/user-agent.ts";
import type { BookId } from "#shared/books/book.ts";
import { EventId, type Locator, type PositionEvent } from "#shared/positions/position.ts";
import type { Send } from "#client/lib/api/outbox.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { createId } from "#client/lib/uuid.ts";
import { clearGuestPositions, listGuestPositions, saveGuestPosition } from "./guest-positions.ts";
import { clearPositions, PositionOutbox } from "./outbox.ts";
import { PositionReporter, type Report, type SaveOptions } from "./position-reporter.ts";

const maxCatchUpMs = 3_000;

/** Null for positions that are reported elsewhere. */
export type PositionResolver = (locator: Locator) => Locator | null;

export class PositionTracker {
  readonly #storage: Storage;
  readonly #send: Send | undefined;
  readonly #reporters = new Map<BookId, PositionReporter>();
  readonly #textVersions = new Map<BookId, string>();
  readonly #savedAt = new Map<BookId, Date>();
  readonly #resolvers = new Map<BookId, PositionResolver>();
  #outbox: PositionOutbox | null = null;
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
    this.#outbox?.close();
    this.#userId = userId;
    this.#outbox = userId && new PositionOutbox(userId, this.#storage, this.#send);
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
    const resolve = this.#resolvers.get(bookId);
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

  async signOut(): Promise<void> {
    const [userId, outbox] = [this.#userId, this.#outbox];
    await this.waitUntilSaved();
    // BroadcastChannel also delivers the sign-out of the same tab's other listeners.
    if (!outbox || this.#outbox !== outbox) return;
    const isReached = !outbox.isUnreachable;
    this.#isSignedOut = true;
    outbox.close();
    this.#reporters.clear();
    this.#outbox = null;
    this.#userId = null;
    if (userId && isReached) clearPositions(userId, this.#storage);
  }

  claimGuestPositions(): void {
    for (const guestPosition of listGuestPositions(this.#storage)) {
      this.#store({ ...guestPosition, isDeliberate: true, reset: false }, { keepalive: false });
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
      this.#reporters.get(bookId) ?? new PositionReporter(bookId, this.#store, this.#storeLocally);
    this.#reporters.set(bookId, reporter);
    return reporter;
  }

  readonly #store = (report: Report, options: SaveOptions): void => {
    if (this.#isSignedOut) return;
    this.#savedAt.set(report.bookId, report.at);
    if (this.#outbox) this.#outbox.enqueueEvent(this.#toEvent(report), options);
    else this.#storeLocally(report);
  };

  readonly #storeLocally = (report: Report): void => {
    if (this.#isSignedOut) return;
    if (this.#outbox) this.#outbox.storeEvent(this.#toEvent(report));
    else saveGuestPosition({ bookId: report.bookId, locator: report.locator, at: report.at }, this.#storage);
  };

  #toEvent({ reset, ...report }: Report): PositionEvent {
    const version = this.#textVersions.get(report.bookId);
    return {
      id: EventId.parse(createId()),
      device: describeDevice(navigator.userAgent),
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
