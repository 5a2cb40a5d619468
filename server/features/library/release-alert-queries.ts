import { and, desc, eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { releaseAlerts } from "#server/db/schema/reading/library.ts";

export async function listWatchedBooks(db: Database, userId: UserId, limit: number): Promise<BookId[]> {
  const rows = await db
    .select({ bookId: releaseAlerts.bookId })
    .from(releaseAlerts)
    .innerJoin(books, eq(books.id, releaseAlerts.bookId))
    .where(and(eq(releaseAlerts.userId, userId), eq(books.state, "scheduled")))
    .orderBy(desc(releaseAlerts.requestedAt), releaseAlerts.bookId)
    .limit(limit);
  return rows.map(({ bookId }) => bookId);
}

export async function lockComingSoon(tx: Database, bookId: BookId): Promise<boolean> {
  const found = await tx
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.id, bookId), eq(books.state, "scheduled")))
    .for("share");
  return found.length > 0;
}

export async function insertReleaseAlert(
  db: Database,
  userId: UserId,
  bookId: BookId,
  now: Date,
): Promise<void> {
  await db.insert(releaseAlerts).values({ userId, bookId, requestedAt: now }).onConflictDoNothing();
}

export async function deleteReleaseAlertRow(db: Database, userId: UserId, bookId: BookId): Promise<void> {
  await db
    .delete(releaseAlerts)
    .where(and(eq(releaseAlerts.userId, userId), eq(releaseAlerts.bookId, bookId)));
}

/** Null when it is not published. */
export async function findPublished(db: Database, bookId: BookId): Promise<{ title: string } | null> {
  const [row] = await db
    .select({ title: books.title })
    .from(books)
    .where(and(eq(books.id, bookId), eq(books.state, "published")));
  return row ?? null;
}

/** Removes some of the subscribers of a book. */
export async function claimWatchers(db: Database, bookId: BookId, limit: number): Promise<UserId[]> {
  const batch = db
    .select({ userId: releaseAlerts.userId })
    .from(releaseAlerts)
    .where(eq(releaseAlerts.bookId, bookId))
    .limit(limit);
  const claimed = await db
    .delete(releaseAlerts)
    .where(and(eq(releaseAlerts.bookId, bookId), sql`${releaseAlerts.userId} in (${batch})`))
    .returning({ userId: releaseAlerts.userId });
  return claimed.map(({ userId }) => userId);
}
