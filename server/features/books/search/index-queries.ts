import { and, asc, eq, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { creditedName } from "#server/db/credited-name.ts";
import { books, series } from "#server/db/schema/books.ts";
import { bookContributors, contributors } from "#server/db/schema/contributors.ts";
import { bookGenres, bookTropes, genres, tropes } from "#server/db/schema/genres.ts";

/** Null when there is no such book. */
export async function findIndexed(db: Database, bookId: BookId) {
  const [book] = await db
    .select({
      title: books.title,
      subtitle: books.subtitle,
      description: books.description,
      series: series.name,
      seriesId: books.seriesId,
    })
    .from(books)
    .leftJoin(series, eq(series.id, books.seriesId))
    .where(eq(books.id, bookId));
  if (!book) return null;
  return {
    ...book,
    people: await listPeople(db, bookId),
    genres: await listGenreNames(db, bookId),
    tropes: await listTropeNames(db, bookId),
  };
}

function listPeople(db: Database, bookId: BookId) {
  return db
    .select({ id: contributors.id, name: creditedName, role: bookContributors.role })
    .from(bookContributors)
    .innerJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(eq(bookContributors.bookId, bookId))
    .orderBy(asc(bookContributors.position), asc(contributors.name))
    .limit(100);
}

async function listGenreNames(db: Database, bookId: BookId): Promise<string[]> {
  const rows = await db
    .select({ name: genres.name })
    .from(bookGenres)
    .innerJoin(genres, eq(genres.id, bookGenres.genreId))
    .where(eq(bookGenres.bookId, bookId))
    .orderBy(asc(bookGenres.position), asc(genres.position), asc(genres.name))
    .limit(100);
  return rows.map(({ name }) => name);
}

async function listTropeNames(db: Database, bookId: BookId): Promise<string[]> {
  const rows = await db
    .select({ name: tropes.name })
    .from(bookTropes)
    .innerJoin(tropes, eq(tropes.id, bookTropes.tropeId))
    .where(eq(bookTropes.bookId, bookId))
    .orderBy(asc(tropes.name))
    .limit(100);
  return rows.map(({ name }) => name);
}

export interface BookIndex {
  readonly author: string;
  readonly genre: string;
  readonly normalizedTitle: string;
  /** A tsvector as text. */
  readonly vector: string;
}

export async function setBookIndex(db: Database, bookId: BookId, index: BookIndex): Promise<void> {
  const { vector, ...columns } = index;
  await db
    .update(books)
    .set({ ...columns, searchVector: sql`${vector}::tsvector` })
    .where(eq(books.id, bookId));
}

const isEmpty = (column: typeof contributors.searchVector | typeof series.searchVector) =>
  sql`${column} = ''::tsvector`;

/**
 * Indexes a name that is not indexed yet. Indexed rows are not touched, so that imports do not wait for each
 * other.
 */
export async function setContributorIndex(db: Database, id: string, vector: string): Promise<void> {
  await db
    .update(contributors)
    .set({ searchVector: sql`${vector}::tsvector` })
    .where(and(sql`${contributors.id} = ${id}`, isEmpty(contributors.searchVector)));
}

/** Indexes a series that is not indexed yet. */
export async function setSeriesIndex(db: Database, id: string, vector: string): Promise<void> {
  await db
    .update(series)
    .set({ searchVector: sql`${vector}::tsvector` })
    .where(and(eq(series.id, id), isEmpty(series.searchVector)));
}
