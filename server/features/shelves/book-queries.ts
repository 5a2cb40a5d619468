import { and, asc, eq, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { ShelfId } from "#shared/shelves/contract.ts";
import type { Database } from "#server/db/client.ts";
import { shelfBooks } from "#server/db/schema/reading/shelves.ts";

export const countShelfBooks = (db: Database, id: ShelfId): Promise<number> =>
  db.$count(shelfBooks, eq(shelfBooks.shelfId, id));

/** Adds books behind the others; those that are on the shelf already stay as they are. The caller has locked the shelf. */
export async function appendBooks(
  tx: Database,
  shelfId: ShelfId,
  bookIds: readonly BookId[],
  { note = "", now }: { readonly note?: string; readonly now: Date },
): Promise<number> {
  if (bookIds.length === 0) return 0;
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${shelfBooks.position}), 0)::int` })
    .from(shelfBooks)
    .where(eq(shelfBooks.shelfId, shelfId));
  const start = (last?.position ?? 0) + 1;
  const rows = bookIds.map((bookId, n) => ({ shelfId, bookId, position: start + n, note, addedAt: now }));
  const added = await tx
    .insert(shelfBooks)
    .values(rows)
    .onConflictDoNothing()
    .returning({ bookId: shelfBooks.bookId });
  return added.length;
}

const isShelfBook = (shelfId: ShelfId, bookId: BookId) =>
  and(eq(shelfBooks.shelfId, shelfId), eq(shelfBooks.bookId, bookId));

/** @returns false when the book is not on the shelf */
export async function updateNote(
  tx: Database,
  shelfId: ShelfId,
  bookId: BookId,
  note: string,
): Promise<boolean> {
  const { rowCount } = await tx.update(shelfBooks).set({ note }).where(isShelfBook(shelfId, bookId));
  return rowCount === 1;
}

/** @returns false when the book was not on the shelf */
export async function deleteBookRow(tx: Database, shelfId: ShelfId, bookId: BookId): Promise<boolean> {
  const { rowCount } = await tx.delete(shelfBooks).where(isShelfBook(shelfId, bookId));
  return rowCount === 1;
}

/** In the order of the shelf. */
export async function listBookIds(db: Database, shelfId: ShelfId): Promise<BookId[]> {
  const rows = await db
    .select({ bookId: shelfBooks.bookId })
    .from(shelfBooks)
    .where(eq(shelfBooks.shelfId, shelfId))
    .orderBy(asc(shelfBooks.position), asc(shelfBooks.bookId));
  return rows.map(({ bookId }) => bookId);
}

export async function saveOrder(tx: Database, shelfId: ShelfId, bookIds: readonly BookId[]): Promise<void> {
  await tx.execute(sql`update ${shelfBooks} set position = ordered.n
    from unnest(${sql.param(bookIds)}::uuid[]) with ordinality as ordered(id, n)
    where ${shelfBooks.shelfId} = ${shelfId} and ${shelfBooks.bookId} = ordered.id and ${shelfBooks.position} <> ordered.n`);
}

/** The notes of a shelf, for moderators and for the words that staff hold. */
export async function listNotes(db: Database, shelfId: ShelfId): Promise<string[]> {
  const rows = await db
    .select({ note: shelfBooks.note })
    .from(shelfBooks)
    .where(and(eq(shelfBooks.shelfId, shelfId), sql`${shelfBooks.note} <> ''`))
    .orderBy(asc(shelfBooks.position));
  return rows.map(({ note }) => note);
}
