import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { accessTo } from "#shared/books/rights.ts";
import type { FormerPlace, PlaceInBook } from "#shared/positions/contract.ts";
import { formatOf } from "#shared/positions/format.ts";
import type { EventId, Position } from "#shared/positions/position.ts";
import { getAccess } from "#server/features/books/service.ts";
import type { Services } from "#server/services.ts";
import { toSound, toText } from "./other-format.ts";
import { findCurrent, listFormer, listRights, recordPositions } from "./queries.ts";
import { booksOf, readEvents, stampEvents } from "./stamp.ts";

/**
 * Keeps a device's events and answers where the reader is now in each book they name.
 * An event that is broken, or of a book the reader may not know of, is left out; it holds up no other.
 */
export async function savePositions(
  services: Services,
  user: User,
  { events, sentAt }: { readonly events: readonly unknown[]; readonly sentAt?: Date | undefined },
): Promise<{ current: Position[]; accepted: EventId[] }> {
  const read = readEvents(events);
  if (read.length === 0) return { current: [], accepted: [] };
  const { db, clock } = services;
  const rights = await listRights(db, booksOf(read));
  const visible = new Set(
    rights.filter((book) => accessTo(book, user).isVisible).map(({ bookId }) => bookId),
  );
  const kept = read.filter(({ bookId }) => visible.has(bookId));
  if (kept.length === 0) return { current: [], accepted: [] };

  const now = clock();
  const current = await recordPositions(db, user.id, stampEvents(kept, now, sentAt), now);
  await tell(
    services,
    user.id,
    current.filter(({ hasMoved }) => hasMoved),
  );
  return { current, accepted: kept.map(({ id }) => id) };
}

/** The reader's other browsers then ask anew. What was kept stays kept, whether or not they could be told. */
async function tell({ live, log }: Services, userId: UserId, moved: readonly Position[]): Promise<void> {
  try {
    for (const { bookId } of moved) await live.publish(userId, { topic: "position", id: bookId });
  } catch (error) {
    log.warn({ err: error }, "Could not tell other devices of a new place");
  }
}

/**
 * Where a reader is in a book, said in both formats: exactly where a sync map aligns them, else by chapter and
 * share, marked `isAbout`. The caller has decided that the reader may know of the book.
 */
export async function getPlace(
  { db }: Pick<Services, "db">,
  userId: UserId,
  bookId: BookId,
): Promise<PlaceInBook> {
  const current = await findCurrent(db, userId, bookId);
  if (!current) return { current: null, text: null, audio: null, isAbout: false };
  const { place } = current;
  if (formatOf(place) === "audio") {
    const { found: text, isAbout } = await toText(db, bookId, place);
    return { current, text, audio: place, isAbout };
  }
  const { found: audio, isAbout } = await toSound(db, bookId, place);
  return { current, text: place, audio, isAbout };
}

/** @throws {ProblemError} `not_found` when the reader may not know of the book. */
export async function getMyPlace(services: Services, user: User, bookId: BookId): Promise<PlaceInBook> {
  await getAccess(services, user, bookId);
  return getPlace(services, user.id, bookId);
}

/** @throws {ProblemError} `not_found` when the reader may not know of the book. */
export async function listFormerPlaces(
  services: Services,
  user: User,
  bookId: BookId,
): Promise<FormerPlace[]> {
  await getAccess(services, user, bookId);
  return listFormer(services.db, user.id, bookId);
}
