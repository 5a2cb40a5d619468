import { and, desc, eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books.ts";
import { releaseAlertsDue } from "#server/db/schema/library.ts";

export async function listWatchedBooks(db: Database, userId: UserId, limit: number): Promise<BookId[]> {
  const rows = await db
    .select({ bookId: releaseAlertsDue.bookId })
    .from(releaseAlertsDue)
    .innerJoin(books, eq(books.id, releaseAlertsDue.bookId))
    .where(and(eq(releaseAlertsDue.userId, userId), eq(books.state, "scheduled")))
    .orderBy(desc(releaseAlertsDue.requestedAt), releaseAlertsDue.bookId)
    .limit(limit);
  return rows.map(({ bookId }) => bookId);
}

export async function listComingSoonWatched(tx: Database, bookId: BookId): Promise<boolean> {
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
  await db.insert(releaseAlertsDue).values({ userId, bookId, requestedAt: now }).onConflictDoNothing();
}

export async function deleteReleaseAlert(db: Database, userId: UserId, bookId: BookId): Promise<void> {
  await db
    .delete(releaseAlertsDue)
    .where(and(eq(releaseAlertsDue.userId, userId), eq(releaseAlertsDue.bookId, bookId)));
}

/** Null when it is not published. */
export async function findPublished(db: Database, bookId: BookId): Promise<{ title: string } | null> {
  const [found] = await db
    .select({ title: books.title })
    .from(books)
    .where(and(eq(books.id, bookId), eq(books.state, "published")));
  return found ?? null;
}

/** Removes some of the subscribers of a book. */
export async function claimWatchers(db: Database, bookId: BookId, limit: number): Promise<UserId[]> {
  const batch = db
    .select({ userId: releaseAlertsDue.userId })
    .from(releaseAlertsDue)
    .where(eq(releaseAlertsDue.bookId, bookId))
    .limit(limit);
  const claimed = await db
    .delete(releaseAlertsDue)
    .where(and(eq(releaseAlertsDue.bookId, bookId), sql`${releaseAlertsDue.userId} in (${batch})`))
    .returning({ userId: releaseAlertsDue.userId });
  return claimed.map(({ userId }) => userId);
}
