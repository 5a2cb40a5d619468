import { and, eq, sql } from "drizzle-orm";
import type { BookId, ContributorId, ContributorRole } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";

export interface IndexedBook extends Record<string, unknown> {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly seriesId: string | null;
  readonly series: string | null;
  readonly people: ReadonlyArray<{
    readonly id: ContributorId;
    readonly name: string;
    readonly role: ContributorRole;
    /** Whether the contributor has an index already. */
    readonly isIndexed: boolean;
  }>;
  readonly genres: readonly string[];
  readonly tropes: readonly string[];
}

/** Null when there is no such book. */
export async function findIndexed(db: Database, bookId: BookId): Promise<IndexedBook | null> {
  const { rows } = await db.execute<IndexedBook>(sql`
    select b.title, b.subtitle, b.description, b.series_id as "seriesId", s.name as series,
      coalesce((select json_agg(p) from (
        select c.id, coalesce(bc.credited_name, c.name) as name, bc.role, c.search_vector <> '' as "isIndexed"
        from book_contributors bc join contributors c on c.id = bc.contributor_id
        where bc.book_id = b.id order by bc.position, c.name limit 100
      ) p), '[]') as people,
      array(select g.name from book_genres bg join genres g on g.id = bg.genre_id
        where bg.book_id = b.id order by bg.position, g.position, g.name limit 100) as genres,
      array(select t.name from book_tropes bt join tropes t on t.id = bt.trope_id
        where bt.book_id = b.id order by t.name limit 100) as tropes
    from books b left join series s on s.id = b.series_id where b.id = ${bookId}`);
  return rows[0] ?? null;
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
