import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import { bookFactNames } from "#shared/books/facts.ts";
import type { BookChanges } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { bookChanges, books, series } from "#server/db/schema/books/books.ts";
import { bookGenres, bookTropes, genres, tropes } from "#server/db/schema/books/genres.ts";
import { bulkEditBooks } from "#server/db/schema/publishing/bulk-edits.ts";

const selectNames = (table: typeof genres | typeof tropes, link: typeof bookGenres | typeof bookTropes) =>
  sql<string[]>`coalesce((select json_agg(n.name order by ${
    link === bookGenres ? sql`l.position, n.name` : sql`n.name`
  }) from ${link} l join ${table} n on n.id = ${
    link === bookGenres ? sql`l.genre_id` : sql`l.trope_id`
  } where l.book_id = ${books.id}), '[]')`;

const columns = {
  id: books.id,
  isbns: books.isbns,
  ...pick(books, "title", "author", "normalizedTitle", "description", "language", "direction"),
  genres: selectNames(genres, bookGenres),
  tropes: selectNames(tropes, bookTropes),
  series: series.name,
  seriesPosition: books.seriesPosition,
  ...pick(books, ...bookFactNames, "isFree", "allowsDownload", "isFeatured"),
};

const selectBooks = (db: Database) =>
  db.select(columns).from(books).leftJoin(series, eq(series.id, books.seriesId));

export type CsvBook = Awaited<ReturnType<typeof listByIds>>[number];

export function listByIds(db: Database, ids: readonly BookId[]) {
  return selectBooks(db).where(and(inArray(books.id, [...ids]), isNull(books.revisionOf)));
}

/** Books with one of these ISBNs. */
export function listByIsbns(db: Database, isbns: readonly string[]): Promise<CsvBook[]> {
  const isbnArray = sql.param(`{${isbns.join(",")}}`);
  return selectBooks(db).where(and(sql`${books.isbns} && ${isbnArray}::text[]`, isNull(books.revisionOf)));
}

/** Books with one of these normalized titles. */
export function listByTitles(db: Database, titles: readonly string[]): Promise<CsvBook[]> {
  return selectBooks(db).where(and(inArray(books.normalizedTitle, [...titles]), isNull(books.revisionOf)));
}

/** The next books by id, for an export. */
export function listBooksAfter(db: Database, after: BookId | null, limit: number): Promise<CsvBook[]> {
  return selectBooks(db)
    .where(and(isNull(books.revisionOf), after ? gt(books.id, after) : undefined))
    .orderBy(asc(books.id))
    .limit(limit);
}

/** The fields of books that were edited manually. */
export async function listLockedFields(
  db: Database,
  ids: readonly BookId[],
): Promise<ReadonlyMap<BookId, ReadonlySet<string>>> {
  const rows = await db
    .selectDistinct({ bookId: bookChanges.bookId, field: bookChanges.field })
    .from(bookChanges)
    .where(and(inArray(bookChanges.bookId, [...ids]), eq(bookChanges.source, "manual")));
  const locked = new Map<BookId, Set<string>>();
  for (const { bookId, field } of rows) {
    locked.set(bookId, (locked.get(bookId) ?? new Set()).add(field));
  }
  return locked;
}

/** Adds books with their own changes to a bulk edit. */
export async function insertChangedBooks(
  tx: Database,
  bulkId: string,
  changed: ReadonlyArray<{ readonly bookId: BookId; readonly changes: BookChanges }>,
): Promise<void> {
  for (let at = 0; at < changed.length; at += 1_000) {
    const rows = changed.slice(at, at + 1_000).map((row) => ({ ...row, bulkId }));
    await tx.insert(bulkEditBooks).values(rows);
  }
}
