import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { BookFormat, BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { prepareQuery } from "#server/db/prepared-statements.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { bookGenres, bookTropes, genreFormerNames, genres, tropes } from "#server/db/schema/books/genres.ts";
import { exactCounts } from "#server/db/schema/books/search.ts";
import type { ListPosition } from "#server/http/api/cursor.ts";
import { type CardRow, cardColumns } from "./summary-queries.ts";

export type SortKey = "createdAt" | "averageRating" | "title" | "popularity";
export type SortOrder = "asc" | "desc";

export interface Sort {
  readonly by: SortKey;
  readonly order: SortOrder;
}

/** Filter conditions; ids for contributors and genres. */
export interface Filters {
  readonly genreId?: string | undefined;
  readonly tropeId?: string | undefined;
  readonly contributorId?: string | undefined;
  readonly format?: BookFormat | undefined;
  readonly language?: string | undefined;
  readonly exceptLanguage?: string | undefined;
  readonly isFree?: boolean | undefined;
}

export interface ListedRow extends CardRow {
  /** The sort value for the cursor. */
  readonly sortValue: string;
}

export interface CountedRow extends ListedRow {
  readonly total: number;
}

export const isPublished = sql`${books.state} = 'published'`;

function getSortColumn({ by, order }: Sort): { value: SQL; type: SQL } {
  if (by === "createdAt") return { value: sql`${books.createdAt}`, type: sql`timestamptz` };
  if (by === "title") return { value: sql`${books.normalizedTitle}`, type: sql`text` };
  if (by === "popularity") return { value: sql`${books.popularity}`, type: sql`integer` };
  const unrated = order === "desc" ? sql`0` : sql`9`;
  return { value: sql`coalesce(${books.averageRating}, ${unrated})`, type: sql`double precision` };
}

/** The order of a list; total, because it ends with the id. */
export function getSortOrder(sort: Sort): SQL {
  const direction = sql.raw(sort.order);
  return sql`${getSortColumn(sort).value} ${direction}, ${books.id} ${direction}`;
}

export const isAfterCursor = (sort: Sort, value: SQL, id: SQL) => {
  const sorted = getSortColumn(sort);
  const operator = sql.raw(sort.order === "asc" ? ">" : "<");
  return sql`(${sorted.value}, ${books.id}) ${operator} (cast(${value} as ${sorted.type}), cast(${id} as uuid))`;
};

export const sortValue = (sort: Sort) => sql<string>`cast(${getSortColumn(sort).value} as text)`;

const publishedCount = sql<number>`(
  select coalesce(sum(${exactCounts.count}), 0)::int from ${exactCounts} where ${exactCounts.name} = 'books.published'
)`;

const statements = new Map<string, ReturnType<typeof prepareUnfiltered>>();

function prepareUnfiltered(sort: Sort, hasCursor: boolean) {
  return prepareQuery((db) =>
    db
      .select({ ...cardColumns, sortValue: sortValue(sort), total: publishedCount })
      .from(books)
      .where(
        and(
          isPublished,
          hasCursor
            ? isAfterCursor(sort, sql`${sql.placeholder("value")}`, sql`${sql.placeholder("id")}`)
            : undefined,
        ),
      )
      .orderBy(getSortOrder(sort))
      .limit(sql.placeholder("limit"))
      .prepare(`books_${sort.by}_${sort.order}_${hasCursor ? "after" : "first"}`),
  );
}

/** A page of all published books. */
export function listUnfiltered(
  db: Database,
  sort: Sort,
  after: ListPosition | null,
  limit: number,
): Promise<CountedRow[]> {
  const key = `${sort.by} ${sort.order} ${after !== null}`;
  const statement = statements.get(key) ?? prepareUnfiltered(sort, after !== null);
  statements.set(key, statement);
  return statement(db).execute({ limit, ...after });
}

/** A page of published books that match the filters. */
export function listFiltered(
  db: Database,
  filters: Filters,
  sort: Sort,
  after: ListPosition | null,
  limit: number,
): Promise<ListedRow[]> {
  return db
    .select({ ...cardColumns, sortValue: sortValue(sort) })
    .from(books)
    .where(
      and(
        isPublished,
        filterCondition(filters),
        after ? isAfterCursor(sort, sql`${after.value}`, sql`${after.id}`) : undefined,
      ),
    )
    .orderBy(getSortOrder(sort))
    .limit(limit);
}

/** A placeholder for each value, for prepared statements. The format changes the statement itself. */
export function filterPlaceholders({ format, ...values }: Filters): Filters {
  const active = Object.entries(values).filter(([, value]) => value !== undefined);
  const placeholders = Object.fromEntries(active.map(([name]) => [name, sql.placeholder(name)]));
  return { ...(placeholders as Filters), format };
}

/** The filter conditions; undefined for none. */
export function filterCondition({
  genreId,
  tropeId,
  contributorId,
  format,
  language,
  exceptLanguage,
  isFree,
}: Filters): SQL | undefined {
  return and(
    genreId === undefined
      ? undefined
      : sql`exists (select from ${bookGenres} where ${bookGenres.bookId} = ${books.id} and ${bookGenres.genreId} = ${genreId})`,
    tropeId === undefined
      ? undefined
      : sql`exists (select from ${bookTropes} where ${bookTropes.bookId} = ${books.id} and ${bookTropes.tropeId} = ${tropeId})`,
    contributorId === undefined
      ? undefined
      : sql`exists (select from ${bookContributors} where ${bookContributors.bookId} = ${books.id} and ${bookContributors.contributorId} = ${contributorId})`,
    format === "ebook" || format === "both" ? sql`${books.hasEbook}` : undefined,
    format === "audiobook" || format === "both"
      ? sql`${books.hasAudiobook} and not ${books.isNarrated}`
      : undefined,
    language === undefined ? undefined : eq(books.language, language),
    exceptLanguage === undefined ? undefined : ne(books.language, exceptLanguage),
    isFree === undefined ? undefined : eq(books.isFree, isFree),
  );
}

/** Number of books that match the filters, capped at `max`. */
export async function countFilteredBooks(db: Database, filters: Filters, max: number): Promise<number> {
  const { genreId, ...others } = filters;
  const matching =
    genreId === undefined
      ? sql`select from ${books} where ${and(isPublished, filterCondition(others))} limit ${max}`
      : // With an offset, the books are looked up one by one: a join would first read all books of the genre.
        sql`select from ${bookGenres} where ${bookGenres.genreId} = ${genreId} and exists (
          select from ${books} where ${books.id} = ${bookGenres.bookId} and ${and(isPublished, filterCondition(others))} offset 0
        ) limit ${max}`;
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (${matching}) counted`,
  );
  return rows[0]?.found ?? 0;
}

/** Case-insensitive; null for none. */
export async function findTropeId(db: Database, name: string): Promise<string | null> {
  const [row] = await db
    .select({ id: tropes.id })
    .from(tropes)
    .where(sql`lower(${tropes.name}) = lower(${name})`)
    .limit(1);
  return row?.id ?? null;
}

/** Case-insensitive; null for none. */
export async function findGenreId(db: Database, name: string): Promise<string | null> {
  const [row] = await db
    .select({ id: genres.id })
    .from(genres)
    .where(
      sql`lower(${genres.name}) = lower(${name})
        or ${genres.id} = (select genre_id from ${genreFormerNames} where ${genreFormerNames.name} = lower(${name}))`,
    )
    .orderBy(sql`lower(${genres.name}) = lower(${name}) desc`)
    .limit(1);
  return row?.id ?? null;
}

export async function listContributorsByKey(
  db: Database,
  transliterationKey: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: contributors.id, name: contributors.name })
    .from(contributors)
    .where(eq(contributors.transliterationKey, transliterationKey))
    .limit(300);
}

/** By id or normalized name; null for none. */
export async function findContributorId(
  db: Database,
  by: { readonly id?: string; readonly normalizedName?: string },
): Promise<string | null> {
  const [row] = await db
    .select({ id: contributors.id })
    .from(contributors)
    .where(
      by.id ? sql`${contributors.id} = ${by.id}` : eq(contributors.normalizedName, by.normalizedName ?? ""),
    )
    .limit(1);
  return row?.id ?? null;
}

/** Books of the same contributors or genres, those in its language and the most similar first, without the book itself. */
export async function listNearby(db: Database, bookId: BookId, limit: number): Promise<CardRow[]> {
  const max = sql.raw(String(50));
  const nearby = sql`
    with near as (
      (select o.book_id as id, 2 as nearness from book_contributors c join book_contributors o on o.contributor_id = c.contributor_id
        where c.book_id = ${bookId} and c.role = 'author' limit ${max})
      union all
      (select b.id, 1 from (
          select id from books where state = 'published' order by popularity desc, id desc limit 2000
        ) b join book_genres g on g.book_id = b.id
        where g.genre_id in (select genre_id from book_genres where book_id = ${bookId}) limit ${max})
    )
    select id, max(nearness) as nearness from near where id <> ${bookId} group by id`;
  return db
    .select(cardColumns)
    .from(books)
    .innerJoin(sql`(${nearby}) near`, sql`near.id = ${books.id}`)
    .where(
      and(
        isPublished,
        sql`${books.seriesId} is distinct from (select self.series_id from books self where self.id = ${bookId} and self.series_id is not null)`,
      ),
    )
    .orderBy(
      desc(sql`${books.language} = (select self.language from books self where self.id = ${bookId})`),
      sql`near.nearness desc, ${books.popularity} desc, ${books.id} desc`,
    )
    .limit(limit);
}
