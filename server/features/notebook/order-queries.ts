import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { MarkId } from "#shared/marks/mark.ts";
import { maxNotebookItems, type NotebookItem } from "#shared/notebook/notebook.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { notebookItems } from "#server/db/schema/reading/notebook.ts";

export async function listItems(db: Database, userId: UserId, bookId: BookId): Promise<NotebookItem[]> {
  const rows = await db
    .select(pick(notebookItems, "markId", "headingId", "heading"))
    .from(notebookItems)
    .where(and(eq(notebookItems.userId, userId), eq(notebookItems.bookId, bookId)))
    .orderBy(asc(notebookItems.position))
    .limit(maxNotebookItems);
  return rows.flatMap(({ markId, headingId, heading }): NotebookItem[] => {
    if (markId) return [{ markId }];
    return headingId && heading !== null ? [{ headingId, heading }] : [];
  });
}

const batchSize = 1_000;

export async function replaceItems(
  tx: Database,
  userId: UserId,
  bookId: BookId,
  items: readonly NotebookItem[],
): Promise<void> {
  await tx
    .delete(notebookItems)
    .where(and(eq(notebookItems.userId, userId), eq(notebookItems.bookId, bookId)));
  for (let from = 0; from < items.length; from += batchSize) {
    const rows = items
      .slice(from, from + batchSize)
      .map((item, n) => ({ userId, bookId, position: from + n, ...item }));
    await tx.insert(notebookItems).values(rows);
  }
}

/** Which of the marks are the user's own and in the book. */
export async function listOwnMarkIds(
  db: Database,
  userId: UserId,
  bookId: BookId,
  ids: readonly MarkId[],
): Promise<MarkId[]> {
  const rows = await db
    .select({ id: marks.id })
    .from(marks)
    .where(and(eq(marks.userId, userId), eq(marks.bookId, bookId), inArray(marks.id, [...ids])))
    .limit(ids.length);
  return rows.map(({ id }) => id);
}

/** Serializes the changes of a reader's notebooks. */
export async function lockNotebook(tx: Database, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('notebook'), hashtext(${userId}))`);
}
