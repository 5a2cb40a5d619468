import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId, Contributor, ContributorId } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { bookFactNames } from "#shared/books/facts.ts";
import type { Database } from "#server/db/client.ts";
import { creditedName } from "#server/db/credited-name.ts";
import { pick } from "#server/db/pick.ts";
import { prepareQuery } from "#server/db/prepared-statements.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { chapters, ebooks } from "#server/db/schema/books/formats.ts";
import { bookGenres, bookTropes, genres, tropes } from "#server/db/schema/books/genres.ts";
import { accessColumns } from "#server/features/books/access-queries.ts";
import { cardColumns } from "#server/features/books/lists/summary-queries.ts";

const originals = alias(books, "originals");

const getNames = (
  name: PgColumn,
  from: typeof genres | typeof tropes,
  link: typeof bookGenres | typeof bookTropes,
  joined: SQL,
  order: SQL,
) => sql<string[]>`array(
  select ${name} from ${link} join ${from} on ${joined} where ${link.bookId} = ${books.id} order by ${order} limit 50)`;

/** The details of a book without its contributors; null when there is no such book. Access is not checked. */
const detail = prepareQuery((db) =>
  db
    .select({
      ...cardColumns,
      ...accessColumns,
      ...pick(books, ...bookFactNames, "isNarrated", "wordCount"),
      seriesId: series.id,
      seriesName: series.name,
      seriesPosition: books.seriesPosition,
      originalId: originals.id,
      originalTitle: originals.title,
      originalState: originals.state,
      originalOwnerId: originals.ownerId,
      revisionOf: sql<
        BookDetail["revisionOf"]
      >`(select json_build_object('id', revised.id, 'title', revised.title)
        from ${books} revised where revised.id = ${books.revisionOf})`,
      genres: getNames(
        genres.name,
        genres,
        bookGenres,
        sql`${genres.id} = ${bookGenres.genreId}`,
        sql`${bookGenres.position}, ${genres.position}, ${genres.name}`,
      ),
      tropes: getNames(
        tropes.name,
        tropes,
        bookTropes,
        sql`${tropes.id} = ${bookTropes.tropeId}`,
        sql`${tropes.name}`,
      ),
      hasWholeSample: sql<boolean>`exists(
        select from ${ebooks} where ${ebooks.bookId} = ${books.id}
          and (${ebooks.sample} ->> 'spineIndex')::int >= jsonb_array_length(${ebooks.spine}))`,
      chapterCount: sql<number>`(select count(*)::int from ${chapters} where ${chapters.bookId} = ${books.id})`,
    })
    .from(books)
    .leftJoin(series, eq(series.id, books.seriesId))
    .leftJoin(originals, eq(originals.id, books.originalId))
    .where(eq(books.id, sql.placeholder("bookId")))
    .prepare("book_detail"),
);

export async function findDetail(db: Database, bookId: BookId) {
  const [row] = await detail(db).execute({ bookId });
  return row ?? null;
}

/** The next published book in a series; null after the last. */
export async function findNextInSeries(
  db: Database,
  seriesId: string,
  position: number | null,
): Promise<{ id: BookId; title: string } | null> {
  if (position === null) return null;
  const [next] = await db
    .select({ id: books.id, title: books.title })
    .from(books)
    .where(
      and(eq(books.seriesId, seriesId), gt(books.seriesPosition, position), eq(books.state, "published")),
    )
    .orderBy(asc(books.seriesPosition), asc(books.id))
    .limit(1);
  return next ?? null;
}

/** The contributors of a book in their order. */
export function listContributors(db: Database, bookId: BookId): Promise<Contributor[]> {
  return db
    .select({
      id: contributors.id,
      name: creditedName,
      role: bookContributors.role,
    })
    .from(bookContributors)
    .innerJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(eq(bookContributors.bookId, bookId))
    .orderBy(asc(bookContributors.position), asc(contributors.name), asc(contributors.id))
    .limit(100);
}

/** Null when there is no such contributor. */
export async function findContributor(
  db: Database,
  id: ContributorId,
): Promise<{
  id: ContributorId;
  name: string;
  otherNames: string[];
  bio: string;
  links: readonly string[];
  imageUrl: string;
  userId: UserId | null;
} | null> {
  const [row] = await db
    .select({
      id: contributors.id,
      name: contributors.name,
      otherNames: sql<string[]>`array(
        select distinct credited_name from book_contributors
        where contributor_id = ${contributors.id} and credited_name is not null limit 10)`,
      bio: contributors.bio,
      links: contributors.links,
      imageUrl: sql<string>`case when ${contributors.showsPicture} then coalesce(${users.profileImageUrl}, '') else '' end`,
      userId: contributors.userId,
    })
    .from(contributors)
    .leftJoin(users, eq(users.id, contributors.userId))
    .where(eq(contributors.id, id));
  return row ?? null;
}

export function listBooksOfContributor(db: Database, id: ContributorId, limit: number) {
  return db
    .select({ ...cardColumns, role: bookContributors.role })
    .from(bookContributors)
    .innerJoin(books, eq(books.id, bookContributors.bookId))
    .where(and(eq(bookContributors.contributorId, id), inArray(books.state, ["published", "scheduled"])))
    .orderBy(sql`${books.createdAt} desc, ${books.id} desc, ${bookContributors.role}`)
    .limit(limit);
}

/** The contributor into whom staff merged this one; null for none. */
export async function findMergedInto(db: Database, id: ContributorId): Promise<ContributorId | null> {
  const { rows } = await db.execute<{ id: ContributorId }>(sql`
    with recursive chain as (
      select target_id as id, 1 as step from merges
      where kind = 'contributor' and from_id = ${id}::uuid and undone_at is null
      union all
      select m.target_id, chain.step + 1 from chain join merges m on m.from_id = chain.id
      where m.kind = 'contributor' and m.undone_at is null and chain.step < 20)
    select id from chain order by step desc limit 1`);
  return rows[0]?.id ?? null;
}
