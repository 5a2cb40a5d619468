import { asc, eq, gt, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { BookRedirect } from "#shared/books/redirects.ts";
import type { Database } from "#server/db/client.ts";
import { bookRedirects, books } from "#server/db/schema/books/books.ts";

/** Locks the table, so that concurrent changes create no loop. */
export async function lockRedirects(db: Database): Promise<void> {
  await db.execute(sql`lock table ${bookRedirects} in share row exclusive mode`);
}

/** The book of an old or printed id; null for none. */
export async function findRedirect(db: Database, oldId: string): Promise<BookId | null> {
  const [row] = await db
    .select({ bookId: bookRedirects.bookId })
    .from(bookRedirects)
    .where(eq(bookRedirects.oldId, oldId));
  return row?.bookId ?? null;
}

export async function insertRedirect(db: Database, oldId: string, bookId: BookId): Promise<void> {
  await db.insert(bookRedirects).values({ oldId, bookId }).onConflictDoNothing();
}

export async function upsertRedirect(db: Database, oldId: string, bookId: BookId): Promise<void> {
  await db
    .insert(bookRedirects)
    .values({ oldId, bookId })
    .onConflictDoUpdate({ target: bookRedirects.oldId, set: { bookId } });
}

export async function moveRedirects(db: Database, from: string, to: BookId): Promise<void> {
  await db.update(bookRedirects).set({ bookId: to }).where(sql`${bookRedirects.bookId}::text = ${from}`);
}

/** @returns whether there was one */
export async function deleteRedirectRow(db: Database, oldId: string): Promise<boolean> {
  const { rowCount } = await db.delete(bookRedirects).where(eq(bookRedirects.oldId, oldId));
  return rowCount === 1;
}

/** A page of redirects by old id. */
export function listRedirectRows(db: Database, after: string | null, limit: number): Promise<BookRedirect[]> {
  return db
    .select({ oldId: bookRedirects.oldId, bookId: bookRedirects.bookId, title: books.title })
    .from(bookRedirects)
    .innerJoin(books, eq(books.id, bookRedirects.bookId))
    .where(after === null ? undefined : gt(bookRedirects.oldId, after))
    .orderBy(asc(bookRedirects.oldId))
    .limit(limit);
}

export async function findTitle(db: Database, bookId: BookId): Promise<string | null> {
  const [row] = await db.select({ title: books.title }).from(books).where(eq(books.id, bookId));
  return row?.title ?? null;
}
