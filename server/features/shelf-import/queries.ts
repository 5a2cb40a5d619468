import { and, arrayOverlaps, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { ImportedBookId, ShelfSource } from "#shared/shelf-import/contract.ts";
import type { ShelfBook } from "#shared/shelf-import/read-shelf.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { importedBooks } from "#server/db/schema/reading/shelf-imports.ts";
import { filterVisible } from "#server/features/books/service.ts";

const batchSize = 1_000;

/** A book of this library that may match. */
export interface MatchCandidate {
  readonly id: BookId;
  readonly title: string;
  readonly author: string;
  readonly normalizedTitle: string;
  readonly isbns: readonly string[];
}

export function listByTitles(db: Database, user: User, titles: readonly string[]): Promise<MatchCandidate[]> {
  return listCandidates(db, user, titles, (batch) => inArray(books.normalizedTitle, batch));
}

export function listByIsbns(db: Database, user: User, isbns: readonly string[]): Promise<MatchCandidate[]> {
  return listCandidates(db, user, isbns, (batch) => arrayOverlaps(books.isbns, batch));
}

async function listCandidates(
  db: Database,
  user: User,
  values: readonly string[],
  getCondition: (batch: string[]) => SQL,
): Promise<MatchCandidate[]> {
  const { id, title, author, normalizedTitle, isbns } = books;
  const found = new Map<BookId, MatchCandidate>();
  for (let from = 0; from < values.length; from += batchSize) {
    const rows = await db
      .select({ id, title, author, normalizedTitle, isbns })
      .from(books)
      .where(
        and(
          eq(books.state, "published"),
          getCondition(values.slice(from, from + batchSize)),
          filterVisible(user),
        ),
      )
      .orderBy(asc(books.id))
      .limit(batchSize * 10);
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()];
}

/** Serializes imports of one reader. */
export async function lockImportedBooks(db: Database, userId: UserId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('imported-books'), hashtext(${userId}))`);
}

export function countImportedBooks(db: Database, userId: UserId): Promise<number> {
  return db.$count(importedBooks, eq(importedBooks.userId, userId));
}

/** An imported book with its match in this library. */
export type MatchedBook = Omit<ShelfBook, "isbns"> & { readonly book: MatchCandidate | null };

/**
 * Stores imported books, updating known ones.
 *
 * @returns the number of new ones
 */
export async function saveImportedBooks(
  db: Database,
  userId: UserId,
  input: { readonly source: ShelfSource; readonly books: readonly MatchedBook[]; readonly now: Date },
): Promise<number> {
  let addedCount = 0;
  for (let from = 0; from < input.books.length; from += batchSize) {
    const rows = input.books.slice(from, from + batchSize).map(({ book, shelves: _shelves, ...row }) => ({
      ...row,
      userId,
      source: input.source,
      bookId: book?.id ?? null,
      storedAt: input.now,
    }));
    const saved = await db
      .insert(importedBooks)
      .values(rows)
      .onConflictDoUpdate({
        target: [importedBooks.userId, importedBooks.key],
        set: {
          title: sql`excluded.title`,
          author: sql`excluded.author`,
          status: sql`excluded.status`,
          stars: sql`excluded.stars`,
          finishedOn: sql`excluded.finished_on`,
          bookId: sql`coalesce(excluded.book_id, ${importedBooks.bookId})`,
        },
      })
      .returning({ isNew: sql<boolean>`(xmax = 0)` });
    addedCount += saved.filter(({ isNew }) => isNew).length;
  }
  return addedCount;
}

export function listImportedRows(
  db: Database,
  userId: UserId,
  { from, limit }: { from: number; limit: number },
) {
  return db
    .select()
    .from(importedBooks)
    .where(eq(importedBooks.userId, userId))
    .orderBy(desc(importedBooks.storedAt), asc(importedBooks.title), asc(importedBooks.id))
    .offset(from)
    .limit(limit);
}

export async function deleteImportedBooks(db: Database, userId: UserId, id: ImportedBookId): Promise<void> {
  await db.delete(importedBooks).where(and(eq(importedBooks.userId, userId), eq(importedBooks.id, id)));
}
