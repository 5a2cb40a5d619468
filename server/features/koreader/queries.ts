import { and, desc, eq, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { EventId } from "#shared/positions/position.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { koreaderProgress as progress } from "#server/db/schema/reading/koreader.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { currentPositions } from "#server/db/schema/reading/positions.ts";
import { filterVisible } from "#server/features/books/service.ts";

export type StoredProgress = typeof progress.$inferSelect;

export async function findProgress(
  db: Database,
  userId: UserId,
  document: string,
): Promise<StoredProgress | null> {
  const [row] = await db
    .select()
    .from(progress)
    .where(and(eq(progress.userId, userId), eq(progress.document, document)));
  return row ?? null;
}

/** Stores the progress in a document; the oldest documents of a user make room. */
export async function upsertProgress(db: Database, row: StoredProgress, maxDocuments: number): Promise<void> {
  const { userId: _userId, document: _document, ...set } = row;
  await db
    .insert(progress)
    .values(row)
    .onConflictDoUpdate({ target: [progress.userId, progress.document], set });
  await db.execute(sql`
    delete from ${progress} where ${progress.userId} = ${row.userId} and ${progress.document} in (
      select document from koreader_progress where user_id = ${row.userId} order by at desc offset ${maxDocuments}
    )`);
}

export async function findCurrentEventId(
  db: Database,
  userId: UserId,
  bookId: BookId,
): Promise<EventId | null> {
  const [row] = await db
    .select({ eventId: currentPositions.eventId })
    .from(currentPositions)
    .where(and(eq(currentPositions.userId, userId), eq(currentPositions.bookId, bookId)));
  return row?.eventId ?? null;
}

/** The books with text in a user's library, latest first. */
export function listLibraryEbooks(db: Database, user: User, limit: number) {
  return db
    .select({
      bookId: books.id,
      ...pick(books, "title", "author"),
      ...pick(ebooks, "fileName", "sha256", "storageKey"),
    })
    .from(libraryEntries)
    .innerJoin(books, eq(books.id, libraryEntries.bookId))
    .innerJoin(ebooks, eq(ebooks.bookId, books.id))
    .where(and(eq(libraryEntries.userId, user.id), filterVisible(user)))
    .orderBy(desc(libraryEntries.updatedAt))
    .limit(limit);
}

export async function isInLibrary(db: Database, userId: UserId, bookId: BookId): Promise<boolean> {
  const rows = await db
    .select({ bookId: libraryEntries.bookId })
    .from(libraryEntries)
    .where(and(eq(libraryEntries.userId, userId), eq(libraryEntries.bookId, bookId)));
  return rows.length > 0;
}
