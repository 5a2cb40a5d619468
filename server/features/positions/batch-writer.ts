import type { User, UserId } from "#shared/accounts/user.ts";
import { getAccessTo } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { EventId, Position } from "#shared/positions/position.ts";
import type { Database } from "#server/db/client.ts";
import type { Services } from "#server/services.ts";
import { listAccessFields, recordPositions, type TimestampedEvent } from "./queries.ts";
import { translateReplaced } from "./replaced-text.ts";

export interface Batch {
  readonly user: User;
  readonly events: readonly TimestampedEvent[];
  /** The tab that reported them. */
  readonly origin: string | undefined;
}

export interface StoredState {
  readonly current: Position[];
  readonly accepted: EventId[];
}

interface QueuedBatch {
  readonly batch: Batch;
  readonly resolve: (storedState: StoredState) => void;
  readonly reject: (error: unknown) => void;
}

type Deps = Pick<Services, "db" | "clock" | "live" | "log">;

/** Maximum number of events per transaction. */
const maxBatch = 1_000;

/**
 * Stores a batch and resolves when it is durable. Batches that arrive meanwhile are written together in one
 * transaction, which makes many readers cheap.
 */
export function recordBatch(services: Deps, batch: Batch): Promise<StoredState> {
  const recorder = recorders.get(services.db) ?? new Recorder(services);
  recorders.set(services.db, recorder);
  return recorder.recordBatch(batch);
}

const recorders = new WeakMap<Database, Recorder>();

class Recorder {
  readonly #services: Deps;
  #waiting: QueuedBatch[] = [];
  #isWriting = false;

  constructor(services: Deps) {
    this.#services = services;
  }

  recordBatch(batch: Batch): Promise<StoredState> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) await this.#write(this.#dequeue());
    this.#isWriting = false;
  }

  #dequeue(): QueuedBatch[] {
    let events = 0;
    const batchEnd = this.#waiting.findIndex(({ batch }) => {
      events += batch.events.length;
      return events > maxBatch;
    });
    return this.#waiting.splice(0, batchEnd < 0 ? this.#waiting.length : Math.max(1, batchEnd));
  }

  async #write(batches: readonly QueuedBatch[]): Promise<void> {
    try {
      const storedStates = await storeAll(
        this.#services,
        batches.map(({ batch }) => batch),
      );
      for (const [index, { resolve }] of batches.entries())
        resolve(storedStates[index] ?? { current: [], accepted: [] });
    } catch (error) {
      if (batches.length > 1) for (const batch of batches) await this.#write([batch]);
      else for (const { reject } of batches) reject(error);
    }
  }
}

async function storeAll({ db, clock, live, log }: Deps, batches: readonly Batch[]): Promise<StoredState[]> {
  const accessById = new Map(
    (await listAccessFields(db, getBooks(batches))).map((book) => [book.id, book] as const),
  );
  const visible = batches.map(({ user, events }) => ({
    userId: user.id,
    events: events.filter(({ bookId }) => {
      const book = accessById.get(bookId);
      // The preview of a revision leaves no position.
      return book !== undefined && book.revisionOf === null && getAccessTo(book, user).isVisible;
    }),
  }));
  const translated = await translateReplaced(
    db,
    visible.flatMap(({ userId, events }) => events.map((event) => ({ ...event, userId }))),
    (bookId) => accessById.get(bookId)?.revisedAt != null,
  );
  const recorded = translated.length > 0 ? await recordPositions(db, translated, clock()) : [];

  const findOrigin = (userId: UserId, bookId: BookId) =>
    batches.find(({ user, events }) => user.id === userId && events.some((event) => event.bookId === bookId))
      ?.origin;
  const moved = recorded.filter(({ hasMoved }) => hasMoved);
  live
    .publishAll(moved.map(({ userId, bookId }) => ({ userId, event: toEvent(findOrigin(userId, bookId)) })))
    .catch((error: unknown) => log.warn({ err: error }, "Failed to publish new positions"));

  const byPair = new Map(recorded.map((each) => [getPair(each.userId, each.bookId), each]));
  return visible.map(({ userId, events }) => ({
    current: [...new Set(events.map(({ bookId }) => bookId))].flatMap(
      (bookId) => byPair.get(getPair(userId, bookId)) ?? [],
    ),
    accepted: events.map(({ id }) => id),
  }));
}

const toEvent = (origin: string | undefined): LiveEvent => ({
  topics: ["position"],
  ...(origin !== undefined && { origin }),
});

const getPair = (userId: UserId, bookId: BookId): string => `${userId} ${bookId}`;

/** The distinct books of several batches. */
const getBooks = (batches: readonly Batch[]): BookId[] => [
  ...new Set(batches.flatMap(({ events }) => events.map(({ bookId }) => bookId))),
];
