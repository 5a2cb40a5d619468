import type { UserId } from "#shared/accounts/user.ts";
import { describeDevice } from "#shared/api/user-agent.ts";
import type { BookId } from "#shared/books/book.ts";
import { EventId, type Locator, type PositionEvent } from "#shared/positions/position.ts";
import type { Send } from "#client/lib/api/outbox.ts";
import { createId } from "#client/lib/uuid.ts";
import { forgetGuestPlaces, listGuestPlaces, saveGuestPosition } from "./guest-positions.ts";
import { clearPositions, PositionOutbox } from "./outbox.ts";
import { PositionReporter, type Report, type SaveOptions } from "./position-reporter.ts";
import { deviceStorage } from "./safe-local-storage.ts";

const maxCatchUpMs = 3_000;

/** Says all that is known of a place; null for one that is told otherwise. */
export type PositionResolver = (place: Locator) => Locator | null;

/**
 * Where places go: to the server for a reader, to this device for a guest. One for the whole app, outside React,
 * so that it outlives every screen.
 */
export class PositionTracker {
  readonly #storage: Storage;
  readonly #send: Send | undefined;
  readonly #keepers = new Map<BookId, PositionReporter>();
  readonly #savedAt = new Map<BookId, Date>();
  readonly #completions = new Map<BookId, PositionResolver>();
  #outbox: PositionOutbox | null = null;
  #userId: UserId | null = null;
  #isReaderKnown = false;
  /** Signed out here: what the page still tells while it ends is nobody's. */
  #hasLeft = false;

  constructor(storage: Storage = deviceStorage(), send?: Send) {
    this.#storage = storage;
    this.#send = send;
    addEventListener("online", () => void this.#outbox?.flush());
    addEventListener("pagehide", this.saveNow);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.saveNow();
    });
  }

  /** Says who reads on this device now; what an earlier visit could not send goes out. Null for a guest. */
  setReader(userId: UserId | null): void {
    this.#isReaderKnown = true;
    this.#hasLeft = false;
    if (userId === this.#userId) return;
    this.saveNow();
    this.#outbox?.close();
    this.#userId = userId;
    this.#outbox = userId && new PositionOutbox(userId, this.#storage, this.#send);
    void this.#outbox?.flush();
  }

  /** Says where the reader is in a book; see {@link PlaceKeeper.report}. */
  report(bookId: BookId, place: Locator, deliberate: boolean, options?: { readonly reset: boolean }): void {
    const complete = this.#completions.get(bookId);
    const whole = complete ? complete(place) : place;
    if (whole) this.#keeperOf(bookId).report(whole, deliberate, options);
  }

  /** Puts together what text and sound report of one book, while it is read and heard. @returns a function that stops. */
  complete(bookId: BookId, complete: PositionResolver): () => void {
    this.#completions.set(bookId, complete);
    return () => {
      if (this.#completions.get(bookId) === complete) this.#completions.delete(bookId);
    };
  }

  /** Saves at once what is not saved yet, in one book or in all; outlives the page. */
  readonly saveNow = (bookId?: BookId | Event): void => {
    const keepers = typeof bookId === "string" ? [this.#keeperOf(bookId)] : [...this.#keepers.values()];
    for (const keeper of keepers) keeper.saveNow({ keepalive: true });
  };

  /** Resolves when what an earlier visit left on this device is with the server, or after 3 s; nothing is kept up for long. */
  async waitForUpload(userId: UserId): Promise<void> {
    if (!this.#isReaderKnown) this.setReader(userId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxCatchUpMs);
    });
    await Promise.race([this.#outbox?.flushed(), late]);
    clearTimeout(timer);
  }

  /** Saves at once, and resolves when the server has it, or could not be reached. */
  async saved(): Promise<void> {
    this.saveNow();
    await this.#outbox?.flushed();
  }

  /** When this device last kept a place in a book; null when it has not since the app began. */
  lastSaved(bookId: BookId): Date | null {
    return this.#savedAt.get(bookId) ?? null;
  }

  /**
   * Sends what still waits and takes the account's places off this device. Call it before signing out. Where the server
   * is out of reach nobody is signed out either, and what waits stays.
   */
  async signOut(): Promise<void> {
    const [userId, outbox] = [this.#userId, this.#outbox];
    await this.saved();
    // A tab hears its own sign-out too.
    if (!outbox || this.#outbox !== outbox) return;
    const isReached = !outbox.isUnreachable;
    this.#hasLeft = true;
    outbox.close();
    this.#keepers.clear();
    this.#outbox = null;
    this.#userId = null;
    if (userId && isReached) clearPositions(userId, this.#storage);
  }

  /** Makes the places that a guest left on this device the reader's own. */
  claimGuestPositions(): void {
    for (const left of listGuestPlaces(this.#storage)) {
      this.#store({ ...left, deliberate: true, reset: false }, { keepalive: false });
    }
    forgetGuestPlaces(this.#storage);
  }

  /** How many books a guest left on this device. */
  countGuestPositions(): number {
    return listGuestPlaces(this.#storage).length;
  }

  /** Forgets what a guest left on this device. */
  declineGuestPositions(): void {
    forgetGuestPlaces(this.#storage);
  }

  #keeperOf(bookId: BookId): PositionReporter {
    const keeper = this.#keepers.get(bookId) ?? new PositionReporter(bookId, this.#store, this.#keep);
    this.#keepers.set(bookId, keeper);
    return keeper;
  }

  readonly #store = (report: Report, options: SaveOptions): void => {
    if (this.#hasLeft) return;
    this.#savedAt.set(report.bookId, report.at);
    if (this.#outbox) this.#outbox.putEvent(getEvent(report), options);
    else this.#keep(report);
  };

  readonly #keep = (report: Report): void => {
    if (this.#hasLeft) return;
    if (this.#outbox) this.#outbox.saveEvent(getEvent(report));
    else saveGuestPosition({ bookId: report.bookId, place: report.place, at: report.at }, this.#storage);
  };
}

const getEvent = ({ reset, ...report }: Report): PositionEvent => ({
  id: EventId.parse(createId()),
  device: describeDevice(navigator.userAgent),
  ...report,
  ...(reset && { reset }),
});

let shared: PositionTracker | undefined;

/** The app's one. */
export function positionTracker(): PositionTracker {
  shared ??= new PositionTracker();
  return shared;
}
