import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { BookId, ContributorId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { creditedName } from "#server/db/credited-name.ts";
import { pick } from "#server/db/pick.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { audioFiles } from "#server/db/schema/books/formats.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";

const maxBooks = 200;

const accessColumns = {
  ...pick(books, "id", "state", "isFree", "isDemo", "allowsDownload", "ownerId", "hasEbook", "hasAudiobook"),
};

/** The books as a catalogue describes them, in any order. Access is not checked. */
export function listBookRows(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({
      ...accessColumns,
      ...pick(books, "title", "subtitle", "description", "author", "language", "direction", "coverHash"),
      ...pick(books, "isbns", "publisher", "publishedYear", "licence", "pageCount", "duration"),
      ...pick(books, "seriesId", "seriesPosition", "createdAt", "updatedAt"),
      seriesName: series.name,
    })
    .from(books)
    .leftJoin(series, eq(series.id, books.seriesId))
    .where(inArray(books.id, [...bookIds]))
    .limit(maxBooks);
}

export type BookRow = Awaited<ReturnType<typeof listBookRows>>[number];

/** The people of books in their order. */
export function listPeople(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({
      bookId: bookContributors.bookId,
      id: contributors.id,
      name: creditedName,
      role: bookContributors.role,
    })
    .from(bookContributors)
    .innerJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(inArray(bookContributors.bookId, [...bookIds]))
    .orderBy(asc(bookContributors.position), asc(contributors.name), asc(contributors.id))
    .limit(maxBooks * 20);
}

export function listGenresOf(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({ bookId: bookGenres.bookId, name: genres.name })
    .from(bookGenres)
    .innerJoin(genres, eq(genres.id, bookGenres.genreId))
    .where(inArray(bookGenres.bookId, [...bookIds]))
    .orderBy(asc(bookGenres.position), asc(genres.name))
    .limit(maxBooks * 20);
}

/** The file of each book whose audio is one file. */
export function listSingleAudioFiles(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({
      bookId: audioFiles.bookId,
      id: sql<string>`min(${audioFiles.id}::text)`,
      mediaType: sql<string>`min(${audioFiles.mediaType})`,
      bytes: sql<number>`min(${audioFiles.bytes})::float8`,
    })
    .from(audioFiles)
    .where(inArray(audioFiles.bookId, [...bookIds]))
    .groupBy(audioFiles.bookId)
    .having(sql`count(*) = 1`)
    .limit(maxBooks);
}

/** The published books of a series in order; null when there is no such series. */
export async function findSeries(db: Database, seriesId: string) {
  const [found] = await db
    .select(pick(series, "id", "name"))
    .from(series)
    .where(eq(series.id, seriesId));
  if (!found) return null;
  const rows = await db
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.seriesId, seriesId), eq(books.state, "published")))
    .orderBy(sql`${books.seriesPosition} nulls last`, asc(books.normalizedTitle), asc(books.id))
    .limit(maxBooks);
  return { ...found, bookIds: rows.map(({ id }) => id) };
}

export async function findContributorName(db: Database, id: ContributorId): Promise<string | null> {
  const [row] = await db
    .select({ name: contributors.name })
    .from(contributors)
    .where(eq(contributors.id, id));
  return row?.name ?? null;
}

interface NamedList<Id> {
  readonly id: Id;
  readonly name: string;
  readonly sortValue: string;
  readonly bookCount: number;
}

/** The part of a list by name: forward from a row, or backward. */
export interface NamePart {
  readonly from: { readonly value: string; readonly id: string } | null;
  readonly isBackward: boolean;
  readonly limit: number;
}

/** Authors of published books by name. */
export async function listAuthors(db: Database, part: NamePart): Promise<NamedList<ContributorId>[]> {
  const published = sql`from ${bookContributors} bc join ${books} b on b.id = bc.book_id
    where bc.contributor_id = ${contributors.id} and bc.role = 'author' and b.state = 'published'`;
  return db
    .select({
      id: contributors.id,
      name: contributors.name,
      sortValue: contributors.normalizedName,
      bookCount: sql<number>`(select count(*)::int ${published})`,
    })
    .from(contributors)
    .where(
      and(
        sql`exists (select ${published})`,
        isBehind(sql`${contributors.normalizedName}`, sql`${contributors.id}`, part),
      ),
    )
    .orderBy(getOrder(sql`${contributors.normalizedName}`, sql`${contributors.id}`, part))
    .limit(part.limit);
}

/** Series of published books by name. */
export async function listSeries(db: Database, part: NamePart): Promise<NamedList<string>[]> {
  const published = sql`from ${books} b where b.series_id = ${series.id} and b.state = 'published'`;
  return db
    .select({
      id: series.id,
      name: series.name,
      sortValue: series.normalizedName,
      bookCount: sql<number>`(select count(*)::int ${published})`,
    })
    .from(series)
    .where(
      and(
        sql`exists (select ${published})`,
        isBehind(sql`${series.normalizedName}`, sql`${series.id}`, part),
      ),
    )
    .orderBy(getOrder(sql`${series.normalizedName}`, sql`${series.id}`, part))
    .limit(part.limit);
}

type Column = ReturnType<typeof sql>;

function isBehind(value: Column, id: Column, { from, isBackward }: NamePart): Column | undefined {
  if (!from) return undefined;
  return sql`(${value}, ${id}) ${sql.raw(isBackward ? "<" : ">")} (${from.value}, ${from.id}::uuid)`;
}

function getOrder(value: Column, id: Column, { isBackward }: NamePart): Column {
  const direction = sql.raw(isBackward ? "desc" : "asc");
  return sql`${value} ${direction}, ${id} ${direction}`;
}

/** When a published book was last changed; null without books. */
export async function findLastChange(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: books.updatedAt })
    .from(books)
    .where(and(eq(books.state, "published"), sql`${books.revisionOf} is null`))
    .orderBy(sql`${books.updatedAt} desc, ${books.id} desc`)
    .limit(1);
  return row?.at ?? null;
}
