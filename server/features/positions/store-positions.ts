import type { User, UserId } from "#shared/accounts/user.ts";
import { getAccessTo } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { EventId, Locator, Position } from "#shared/positions/position.ts";
import { getTextFraction } from "#shared/positions/text-fraction.ts";
import type { Database } from "#server/db/client.ts";
import type { Services } from "#server/services.ts";
import {
  findSpine,
  listAccessFields,
  listTextRevisions,
  recordPositions,
  type TimestampedEvent,
  type UserPositionEvent,
} from "./queries.ts";

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

export type StoreDeps = Pick<Services, "db" | "clock" | "live" | "log">;

/** Stores the events of visible books in one transaction and notifies the other devices of their readers. */
export async function storePositions(
  { db, clock, live, log }: StoreDeps,
  batches: readonly Batch[],
): Promise<StoredState[]> {
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

/**
 * Moves the positions of devices that still show a replaced text to the same sentences of the current one.
 *
 * @param isRevised whether the text of a book was ever replaced
 */
async function translateReplaced(
  db: Database,
  events: readonly UserPositionEvent[],
  isRevised: (bookId: BookId) => boolean,
): Promise<UserPositionEvent[]> {
  const bookIds = events.flatMap(({ bookId, version }) => (version && isRevised(bookId) ? [bookId] : []));
  const revisions = bookIds.length > 0 ? await listTextRevisions(db, [...new Set(bookIds)]) : [];
  const translated: UserPositionEvent[] = [];
  for (const { version, ...event } of events) {
    const bookRevisions = revisions.filter(({ bookId }) => bookId === event.bookId);
    const locator =
      version === undefined ? event.locator : await translate(db, event, version, bookRevisions);
    translated.push({ ...event, locator });
  }
  return translated;
}

async function translate(
  db: Database,
  { bookId, locator }: Pick<UserPositionEvent, "bookId" | "locator">,
  version: string,
  revisions: Awaited<ReturnType<typeof listTextRevisions>>,
): Promise<Locator> {
  let [shown, sentence] = [version, locator.sentence];
  for (const { fromVersion, toVersion, sentences } of revisions) {
    if (fromVersion !== shown) continue;
    [shown, sentence] = [toVersion, sentence && (sentences[sentence] ?? sentence)];
  }
  if (shown === version) return locator;
  const { cfi: _cfi, ...rest } = locator;
  const spine = sentence === undefined ? null : await findSpine(db, bookId);
  if (sentence === undefined || !spine) return rest;
  const fraction = locator.chapter === undefined ? getTextFraction(sentence, spine) : locator.fraction;
  return { ...rest, sentence, fraction };
}
