import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { koboBooks as deviceBooks } from "#server/db/schema/reading/kobo.ts";
import { libraryEntries as entries } from "#server/db/schema/reading/library.ts";
import { currentPositions as positions } from "#server/db/schema/reading/positions.ts";
import { filterVisible } from "#server/features/books/service.ts";

const maxBooks = 5_000;

const select = (db: Database, user: User, condition?: SQL) =>
  db
    .select({
      ...pick(books, "id", "state", "isFree", "isDemo", "allowsDownload", "ownerId", "hasEbook"),
      ...pick(books, "hasAudiobook", "title", "author", "description", "language", "publisher"),
      ...pick(books, "publishedYear", "coverHash", "seriesPosition"),
      seriesName: series.name,
      ...pick(ebooks, "sha256", "storageKey", "bytes", "layout", "spine"),
      ...pick(entries, "status", "addedAt", "updatedAt"),
      eventId: positions.eventId,
      positionAt: positions.at,
    })
    .from(entries)
    .innerJoin(books, eq(books.id, entries.bookId))
    .innerJoin(ebooks, eq(ebooks.bookId, books.id))
    .leftJoin(series, eq(series.id, books.seriesId))
    .leftJoin(positions, and(eq(positions.userId, entries.userId), eq(positions.bookId, entries.bookId)))
    .where(and(eq(entries.userId, user.id), filterVisible(user), condition))
    .orderBy(asc(entries.addedAt), asc(books.id))
    .limit(maxBooks);

export type LibraryBook = Awaited<ReturnType<typeof select>>[number];

/** The visible books with text in a library, oldest first. */
export const listLibraryBooks = (db: Database, user: User) => select(db, user);

export async function findLibraryBook(db: Database, user: User, bookId: BookId): Promise<LibraryBook | null> {
  const [row] = await select(db, user, eq(books.id, bookId));
  return row ?? null;
}

export type DeviceBook = typeof deviceBooks.$inferSelect;

export function listDeviceBooks(db: Database, tokenId: string): Promise<DeviceBook[]> {
  return db
    .select()
    .from(deviceBooks)
    .where(eq(deviceBooks.tokenId, tokenId))
    .limit(maxBooks * 2);
}

export async function findDeviceBook(db: Database, tokenId: string, bookId: BookId) {
  const [row] = await db
    .select()
    .from(deviceBooks)
    .where(and(eq(deviceBooks.tokenId, tokenId), eq(deviceBooks.bookId, bookId)));
  return row ?? null;
}

export async function saveDeviceBooks(db: Database, rows: readonly DeviceBook[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(deviceBooks)
    .values([...rows])
    .onConflictDoUpdate({
      target: [deviceBooks.tokenId, deviceBooks.bookId],
      set: {
        version: sql`excluded.version`,
        batch: sql`excluded.batch`,
        isRemoved: sql`excluded.is_removed`,
        isArchived: sql`excluded.is_archived`,
        positionAt: sql`excluded.position_at`,
        location: sql`excluded.location`,
        eventId: sql`excluded.event_id`,
      },
    });
}

/** Forgets all books of a device, or those that it removed on request. */
export async function deleteDeviceBooks(
  db: Database,
  tokenId: string,
  { removedUpTo }: { readonly removedUpTo?: number } = {},
): Promise<void> {
  const isConfirmed =
    removedUpTo === undefined
      ? undefined
      : and(eq(deviceBooks.isRemoved, true), lte(deviceBooks.batch, removedUpTo));
  await db.delete(deviceBooks).where(and(eq(deviceBooks.tokenId, tokenId), isConfirmed));
}
