import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookFilters, BookListQuery, PublishingRow } from "#shared/publishing/publishing-book.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import { bookCoauthors } from "#server/db/schema/publishing/coauthors.ts";
import type { ListPosition } from "#server/http/api/cursor.ts";

const sorts = {
  updatedAt: { value: sql`${books.updatedAt}`, type: sql`timestamptz` },
  createdAt: { value: sql`${books.createdAt}`, type: sql`timestamptz` },
  title: { value: sql`${books.normalizedTitle}`, type: sql`text` },
  popularity: { value: sql`${books.popularity}`, type: sql`integer` },
} as const;

export interface ListScope {
  /** Only the books of this author and those they co-author; null for all. */
  readonly userId: UserId | null;
  /** A tsquery of the search; null without one. */
  readonly searchQuery: string | null;
}

/** A page of books for authors or staff, with the number of all, counted to {@link maxCounted}. */
export async function listBookRows(
  db: Database,
  query: BookListQuery,
  scope: ListScope,
  after: ListPosition | null,
  limit: number,
) {
  const { sortBy = "updatedAt", sortOrder = sortBy === "title" ? "asc" : "desc" } = query;
  const { value, type } = sorts[sortBy];
  const direction = sql.raw(sortOrder);
  const operator = sql.raw(sortOrder === "asc" ? ">" : "<");
  const conditions = getBookConditions(query, scope);
  const isAfterCursor = after
    ? sql`(${value}, ${books.id}) ${operator} (cast(${after.value} as ${type}), ${after.id}::uuid)`
    : undefined;
  const rows = await db
    .select({
      ...pick(books, "id", "title", "author", "state", "stateReason", "language"),
      ...pick(books, "genre", "isFree", "isFeatured", "hasEbook", "hasAudiobook", "coverHash", "ownerId"),
      ownerFirstName: users.firstName,
      ownerLastName: users.lastName,
      isRevision: sql<boolean>`${books.revisionOf} is not null`,
      revisionState: sql<PublishingRow["revisionState"]>`(select r.state from ${books} r
        where r.revision_of = ${books.id} and r.state in ('draft', 'in-review', 'rejected')
        order by r.created_at desc, r.id limit 1)`,
      ...pick(books, "createdAt", "updatedAt", "releaseAt"),
      sortValue: sql<string>`cast(${value} as text)`,
    })
    .from(books)
    .leftJoin(users, eq(users.id, books.ownerId))
    .where(and(conditions, isAfterCursor))
    .orderBy(sql`${value} ${direction}, ${books.id} ${direction}`)
    .limit(limit);
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from ${books} where ${conditions ?? sql`true`} limit ${sql.raw(String(maxCounted))}) counted`,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** The exact number of a list. */
export function countBooks(db: Database, filters: BookFilters, scope: ListScope): Promise<number> {
  return db.$count(books, getBookConditions(filters, scope));
}

/** The condition of a list; undefined for all books. */
export function getBookConditions(filters: BookFilters, { userId, searchQuery }: ListScope): SQL | undefined {
  const { state, format, language, genre, isFree, isFeatured, owner } = filters;
  const formats = {
    ebook: sql`${books.hasEbook} and not ${books.hasAudiobook}`,
    audiobook: sql`${books.hasAudiobook} and not ${books.hasEbook}`,
    both: sql`${books.hasEbook} and ${books.hasAudiobook}`,
  };
  return and(
    // Revisions are listed for review only.
    state === "in-review" ? undefined : isNull(books.revisionOf),
    userId
      ? // The ids first: an `or` of both would read all books.
        sql`${books.id} = any(array(
          select o.id from ${books} o where o.owner_id = ${userId}
          union all
          select book_id from ${bookCoauthors} where user_id = ${userId} and accepted_at is not null))`
      : undefined,
    // In titles, series and contributors.
    searchQuery === null
      ? undefined
      : sql`ts_filter(${books.searchVector}, '{a,b,c}') @@ ${searchQuery}::tsquery`,
    state ? eq(books.state, state) : undefined,
    format ? formats[format] : undefined,
    language ? eq(books.language, language) : undefined,
    genre
      ? sql`exists (select from ${bookGenres} join ${genres} on ${genres.id} = ${bookGenres.genreId}
          where ${bookGenres.bookId} = ${books.id} and ${genres.name} = ${genre})`
      : undefined,
    isFree === undefined ? undefined : eq(books.isFree, isFree),
    // Without a parameter, because the index is partial.
    isFeatured === undefined
      ? undefined
      : isFeatured
        ? sql`${books.isFeatured}`
        : sql`not ${books.isFeatured}`,
    owner === "site"
      ? isNull(books.ownerId)
      : owner === "authors"
        ? sql`${books.ownerId} is not null`
        : undefined,
  );
}
