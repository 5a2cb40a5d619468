import { and, asc, eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { maxQueuedBooks } from "#shared/queue/queue.ts";
import type { Database } from "#server/db/client.ts";
import { queuedBooks } from "#server/db/schema/reading/queue.ts";

/** Serializes the changes of a user's queue. */
export async function lockQueue(tx: Database, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('queue'), hashtext(${userId}))`);
}

/** In order, also books that the user can no longer see. */
export async function listQueuedIds(db: Database, userId: UserId): Promise<BookId[]> {
  const rows = await db
    .select({ bookId: queuedBooks.bookId })
    .from(queuedBooks)
    .where(eq(queuedBooks.userId, userId))
    .orderBy(asc(queuedBooks.position), asc(queuedBooks.bookId))
    .limit(maxQueuedBooks);
  return rows.map(({ bookId }) => bookId);
}

export async function replaceQueuedIds(
  tx: Database,
  userId: UserId,
  bookIds: readonly BookId[],
): Promise<void> {
  await tx.delete(queuedBooks).where(eq(queuedBooks.userId, userId));
  if (bookIds.length === 0) return;
  await tx.insert(queuedBooks).values(bookIds.map((bookId, position) => ({ userId, bookId, position })));
}

export async function deleteQueuedId(db: Database, userId: UserId, bookId: BookId): Promise<void> {
  await db.delete(queuedBooks).where(and(eq(queuedBooks.userId, userId), eq(queuedBooks.bookId, bookId)));
}
