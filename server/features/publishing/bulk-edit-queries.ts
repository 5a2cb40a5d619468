import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { BulkEdit } from "#shared/publishing/bulk-edits.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { bookChanges, books } from "#server/db/schema/books/books.ts";
import { bulkEditBooks, bulkEdits } from "#server/db/schema/publishing/bulk-edits.ts";

export async function insertBulkEdit(tx: Database, edit: typeof bulkEdits.$inferInsert): Promise<string> {
  return expectOneRow(await tx.insert(bulkEdits).values(edit).returning({ id: bulkEdits.id })).id;
}

/** Adds the books that match. Returns their number. */
export async function insertBulkBooks(
  tx: Database,
  bulkId: string,
  condition: SQL | undefined,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${bulkEditBooks} (bulk_id, book_id)
    select ${bulkId}::uuid, ${books.id} from ${books} where ${condition ?? sql`true`}`);
  return rowCount ?? 0;
}

export const hasAnyId = (ids: readonly BookId[]) => inArray(books.id, [...ids]);

/** Without a parameter, because the index is partial. */
const isOpen = sql`not ${bulkEditBooks.isDone}`;

const columns = {
  ...pick(bulkEdits, "id", "state", "total", "changes", "csvFields", "actorId", "createdAt"),
  firstName: users.firstName,
  lastName: users.lastName,
  done: sql<number>`(select count(*)::int from ${bulkEditBooks}
    where ${bulkEditBooks.bulkId} = ${bulkEdits.id} and ${bulkEditBooks.isDone})`,
};

export function listBulkEditRows(db: Database, limit: number) {
  return db
    .select(columns)
    .from(bulkEdits)
    .leftJoin(users, eq(users.id, bulkEdits.actorId))
    .orderBy(desc(bulkEdits.createdAt))
    .limit(limit);
}

export type BulkEditRow = Awaited<ReturnType<typeof listBulkEditRows>>[number];

export async function findBulkEdit(db: Database, id: string): Promise<BulkEditRow | null> {
  const [row] = await db
    .select(columns)
    .from(bulkEdits)
    .leftJoin(users, eq(users.id, bulkEdits.actorId))
    .where(eq(bulkEdits.id, id));
  return row ?? null;
}

/** @returns false when it was in another state */
export async function setBulkState(
  db: Database,
  id: string,
  from: BulkEdit["state"],
  state: BulkEdit["state"],
): Promise<boolean> {
  const changed = await db
    .update(bulkEdits)
    .set({ state })
    .where(and(eq(bulkEdits.id, id), eq(bulkEdits.state, from)))
    .returning({ id: bulkEdits.id });
  return changed.length > 0;
}

/** Locks the next books of an edit that are not done. */
export function claimBooks(tx: Database, bulkId: string, limit: number) {
  return tx
    .select({ id: bulkEditBooks.bookId, changes: bulkEditBooks.changes })
    .from(bulkEditBooks)
    .where(and(eq(bulkEditBooks.bulkId, bulkId), isOpen))
    .orderBy(asc(bulkEditBooks.bookId))
    .limit(limit)
    .for("update");
}

export async function markDone(tx: Database, bulkId: string, ids: readonly BookId[]): Promise<void> {
  await tx
    .update(bulkEditBooks)
    .set({ isDone: true })
    .where(and(eq(bulkEditBooks.bulkId, bulkId), inArray(bulkEditBooks.bookId, [...ids])));
}

export async function markAllOpen(tx: Database, bulkId: string): Promise<void> {
  await tx.update(bulkEditBooks).set({ isDone: false }).where(eq(bulkEditBooks.bulkId, bulkId));
}

/** The changes of a bulk edit in some of its books. */
export function listBulkChanges(tx: Database, bulkId: string, bookIds: readonly BookId[]) {
  return tx
    .select(pick(bookChanges, "bookId", "field", "before", "after"))
    .from(bookChanges)
    .where(and(eq(bookChanges.bulkId, bulkId), inArray(bookChanges.bookId, [...bookIds])));
}
