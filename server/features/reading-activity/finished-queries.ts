import { and, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { libraryEntries as entries } from "#server/db/schema/reading/library.ts";
import { importedBooks } from "#server/db/schema/reading/shelf-imports.ts";

export interface DayStart {
  readonly instant: Date;
  readonly day: Day;
}

/**
 * Finished imported books without those finished in the library: `book_id`, `title`, `author` and
 * `finished_on`, null when unknown.
 */
const selectImportedFinished = (userId: UserId) => sql`(
  select distinct on (coalesce(imported.book_id::text, lower(imported.title) || '|' || lower(imported.author)))
    imported.book_id, imported.title, imported.author, imported.finished_on
  from ${importedBooks} imported
  where imported.user_id = ${userId} and imported.status = 'finished' and not exists (
    select from ${entries} e where e.user_id = imported.user_id and e.book_id = imported.book_id and e.finished_at is not null)
  order by coalesce(imported.book_id::text, lower(imported.title) || '|' || lower(imported.author)), imported.finished_on
)`;

export async function countFinished(
  db: Database,
  userId: UserId,
  since: DayStart,
): Promise<{ readonly year: number; readonly total: number }> {
  const { rows } = await db.execute<{ year: number; total: number }>(sql`
    select (count(*) filter (where is_new))::int as year, count(*)::int as total from (
      select e.finished_at >= ${since.instant.toISOString()}::timestamptz as is_new
      from ${entries} e where e.user_id = ${userId} and e.finished_at is not null
      union all
      select b.finished_on >= ${since.day}::date from ${selectImportedFinished(userId)} b
    ) finished`);
  return rows[0] ?? { year: 0, total: 0 };
}

/** Finished books of which half was covered. */
export async function countPublicFinished(
  db: Database,
  userId: UserId,
  since: Date,
): Promise<{ readonly year: number; readonly total: number }> {
  const { rows } = await db.execute<{ year: number; total: number }>(sql`
    select (count(*) filter (where e.counted_at >= ${since.toISOString()}::timestamptz))::int as year,
      count(*)::int as total
    from ${entries} e where e.user_id = ${userId} and e.counted_at is not null`);
  return expectOneRow(rows);
}

/** When a reader finished the first book, here or elsewhere; null when unknown. */
export async function findFirstFinished(
  db: Database,
  userId: UserId,
): Promise<{ readonly onPlatform: Date | null; readonly elsewhere: Day | null }> {
  const { rows } = await db.execute<{ onPlatform: number | null; elsewhere: Day | null }>(sql`
    select (select extract(epoch from min(e.finished_at))::float8 * 1000 from ${entries} e
        where e.user_id = ${userId}) as "onPlatform",
      (select min(imported.finished_on)::text from ${importedBooks} imported where imported.user_id = ${userId}) as elsewhere`);
  const { onPlatform, elsewhere } = expectOneRow(rows);
  return { onPlatform: onPlatform === null ? null : new Date(onPlatform), elsewhere };
}

export interface FinishedBook {
  /** Null for a book that is not in this library. */
  readonly bookId: BookId | null;
  readonly title: string;
  readonly author: string;
  /** Empty without a cover. */
  readonly coverImageUrl: string;
  readonly finishedAt: Date;
}

const maxFinished = 1_000;

/**
 * Books finished here or elsewhere between two days, in order.
 *
 * @param getNoon converts a date without time, which counts as noon
 */
export async function listFinished(
  db: Database,
  userId: UserId,
  from: DayStart,
  until: DayStart,
  getNoon: (day: Day) => Date,
): Promise<FinishedBook[]> {
  const onPlatform = await db
    .select({
      bookId: books.id,
      ...pick(books, "title", "author", "coverHash"),
      finishedAt: entries.finishedAt,
    })
    .from(entries)
    .innerJoin(books, eq(books.id, entries.bookId))
    .where(
      and(
        eq(entries.userId, userId),
        isNotNull(entries.finishedAt),
        gte(entries.finishedAt, from.instant),
        lt(entries.finishedAt, until.instant),
      ),
    )
    .limit(maxFinished);
  type Row = { book_id: BookId | null; title: string; author: string; cover_hash: string | null; day: Day };
  const { rows } = await db.execute<Row>(sql`
    select b.book_id, b.title, b.author, l.cover_hash, b.finished_on::text as day
    from ${selectImportedFinished(userId)} b left join ${books} l on l.id = b.book_id
    where b.finished_on >= ${from.day}::date and b.finished_on < ${until.day}::date limit ${maxFinished}`);
  const elsewhere = rows.map(({ book_id: bookId, title, author, cover_hash: coverHash, day }) => ({
    bookId,
    title,
    author,
    coverHash: coverHash ?? "",
    finishedAt: getNoon(day),
  }));
  return [...onPlatform, ...elsewhere]
    .flatMap(({ finishedAt, coverHash, ...book }) => {
      const coverImageUrl = book.bookId ? getCoverUrl(book.bookId, coverHash) : "";
      return finishedAt ? [{ ...book, coverImageUrl, finishedAt }] : [];
    })
    .toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime());
}
