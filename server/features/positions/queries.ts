import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookAccessFields } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { PositionHistoryEntry } from "#shared/positions/contract.ts";
import type { EventId, Locator, Position, SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { bookRevisions, books } from "#server/db/schema/books/books.ts";
import { chapters, ebooks, type StoredSpineItem } from "#server/db/schema/books/formats.ts";
import {
  currentPositions as current,
  positionEvents as events,
} from "#server/db/schema/reading/positions.ts";

export interface TimestampedEvent {
  readonly id: EventId;
  readonly bookId: BookId;
  readonly locator: Locator;
  readonly at: Date;
  readonly deviceAt: Date;
  /** By the device's uncorrected clock. */
  readonly reportedAt: Date;
  readonly device: string;
  readonly isDeliberate: boolean;
  readonly reset: boolean;
  readonly version?: string | undefined;
}

/** An event and its user. */
export type UserPositionEvent = TimestampedEvent & { readonly userId: UserId };

export type RecordedPosition = Position & { readonly userId: UserId; readonly hasMoved: boolean };

export async function recordPositions(
  db: Database,
  batch: readonly UserPositionEvent[],
  now: Date,
): Promise<RecordedPosition[]> {
  const { rows } = await db.execute<{
    user_id: UserId;
    book_id: BookId;
    locator: Locator;
    at: string | Date;
    device: string;
    is_deliberate: boolean;
    has_moved: boolean;
  }>(sql`select * from record_positions(${JSON.stringify(batch)}::jsonb, ${now.toISOString()}::timestamptz)`);
  return rows.map(({ user_id, book_id, is_deliberate, has_moved, at, ...rest }) => ({
    ...rest,
    isDeliberate: is_deliberate,
    userId: user_id,
    bookId: book_id,
    at: new Date(at),
    hasMoved: has_moved,
  }));
}

const bookAccessColumns = {
  ...pick(books, "id", "state", "isFree", "isDemo"),
  ...pick(books, "allowsDownload", "ownerId", "revisedAt", "revisionOf", "hasEbook", "hasAudiobook"),
};

export function listAccessFields(
  db: Database,
  bookIds: readonly BookId[],
): Promise<
  (BookAccessFields & {
    readonly revisedAt: Date | null;
    readonly revisionOf: BookId | null;
  })[]
> {
  return db
    .select(bookAccessColumns)
    .from(books)
    .where(inArray(books.id, [...bookIds]))
    .limit(bookIds.length);
}

/** The published revisions of books, oldest first. */
export function listTextRevisions(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({
      bookId: bookRevisions.targetId,
      ...pick(bookRevisions, "fromVersion", "toVersion", "sentences"),
    })
    .from(bookRevisions)
    .where(and(inArray(bookRevisions.targetId, [...bookIds]), isNotNull(bookRevisions.appliedAt)))
    .orderBy(asc(bookRevisions.appliedAt))
    .limit(1_000);
}

/** Access facts of the last read books with text, latest first; at most 20. */
export function listLatestWithText(db: Database, userId: UserId): Promise<BookAccessFields[]> {
  return db
    .select(bookAccessColumns)
    .from(current)
    .innerJoin(books, eq(books.id, current.bookId))
    .where(and(eq(current.userId, userId), eq(books.hasEbook, true)))
    .orderBy(desc(current.at))
    .limit(20);
}

/** Null before the first event. */
export async function findCurrent(db: Database, userId: UserId, bookId: BookId): Promise<Position | null> {
  const [row] = await db
    .select(pick(current, "bookId", "locator", "at", "device", "isDeliberate"))
    .from(current)
    .where(and(eq(current.userId, userId), eq(current.bookId, bookId)));
  return row ?? null;
}

export function listAudioParts(db: Database, bookId: BookId) {
  return db
    .select({
      chapterNumber: chapters.chapterNumber,
      duration: sql<number>`greatest(${chapters.end} - ${chapters.start}, 0)`,
    })
    .from(chapters)
    .where(eq(chapters.bookId, bookId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(5000);
}

/** The text's documents in reading order. */
export type Spine = readonly StoredSpineItem[];

/** The text's documents in reading order; null when the book has no text. */
export async function findSpine(db: Database, bookId: BookId): Promise<Spine | null> {
  const [row] = await db.select({ spine: ebooks.spine }).from(ebooks).where(eq(ebooks.bookId, bookId));
  return row?.spine ?? null;
}

export function listSyncedChapters(db: Database, bookId: BookId) {
  return db
    .select({
      chapterNumber: syncMaps.chapterNumber,
      level: syncMaps.level,
      first: sql<SentenceId | null>`coalesce(${syncMaps.firstSentence}, ${syncMaps.sentences} -> 0 ->> 0)`,
      last: sql<SentenceId | null>`coalesce(${syncMaps.lastSentence}, ${syncMaps.sentences} -> -1 ->> 0)`,
      firstStart: sql<number | null>`(${syncMaps.sentences} -> 0 ->> 1)::float8`,
    })
    .from(syncMaps)
    .where(eq(syncMaps.bookId, bookId))
    .orderBy(asc(syncMaps.chapterNumber))
    .limit(5000);
}

/** A chapter with a sync map. */
export type SyncedPart = Awaited<ReturnType<typeof listSyncedChapters>>[number];

export async function listSyncedSentences(
  db: Database,
  bookId: BookId,
  chapterNumber: number,
): Promise<readonly SyncedSentence[]> {
  const [row] = await db
    .select({ sentences: syncMaps.sentences })
    .from(syncMaps)
    .where(and(eq(syncMaps.bookId, bookId), eq(syncMaps.chapterNumber, chapterNumber)));
  return row?.sentences ?? [];
}

export const minDistance = 0.005;
export const minJump = 0.01;
const maxHistoryEntries = 40;

export interface HistoryEntry extends PositionHistoryEntry {
  readonly next: Locator;
  readonly isLastOfDevice: boolean;
}

interface PreviousRow extends Record<string, unknown> {
  readonly id: EventId;
  readonly locator: Locator;
  readonly at: string | Date;
  readonly device: string;
  readonly next: Locator;
  readonly isLastOfDevice: boolean;
}

/**
 * Position history, newest first: the last position on another device, and positions before jumps of 1 % or
 * more or of the other format. Scans the newest 5,000 events.
 */
export async function listPositionHistory(
  db: Database,
  userId: UserId,
  bookId: BookId,
): Promise<HistoryEntry[]> {
  const { rows } = await db.execute<PreviousRow>(sql`
    with newest as (
      select ${events.id}, ${events.locator}, ${events.at}, ${events.device}, ${events.isDeliberate},
        (${events.locator} ->> 'fraction')::float8 as fraction, row_number() over newest_first as rank
      from ${events}
      where ${events.userId} = ${userId} and ${events.bookId} = ${bookId}
      window newest_first as (
        order by ${events.at} desc, ${events.deviceAt} desc, ${events.isDeliberate} desc, ${events.id} desc
      )
      order by rank
      limit 5000
    ), compared as (
      select *, lag(device) over by_age as next_device, lag(is_deliberate) over by_age as next_deliberate,
        lag(fraction) over by_age as next_fraction, lag(locator) over by_age as next
      from newest window by_age as (order by rank)
    )
    select c.id, c.locator, c.at, c.device, c.next, c.device <> c.next_device as "isLastOfDevice"
    from compared c join ${current} on ${current.userId} = ${userId} and ${current.bookId} = ${bookId}
    where c.fraction >= 0.01
      and (abs(c.fraction - (${current.locator} ->> 'fraction')::float8) >= ${minDistance}
        or c.locator ? 'chapter' <> ${current.locator} ? 'chapter')
      and (c.device <> c.next_device or (c.next_deliberate and (abs(c.next_fraction - c.fraction) >= ${minJump}
        or c.locator ? 'chapter' <> c.next ? 'chapter')))
    order by c.rank
    limit ${maxHistoryEntries}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
