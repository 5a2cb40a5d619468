import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { chapters, ebooks } from "#server/db/schema/books/formats.ts";
import { bookStops, bookWeeks, statsRuns } from "#server/db/schema/publishing/author-stats.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { bookReach, readingDays } from "#server/db/schema/reading/reading-activity.ts";

/** The last run of any kind; null before the first one. */
export async function findLastRun(db: Database): Promise<Date | null> {
  const [row] = await db.select({ at: statsRuns.at }).from(statsRuns).orderBy(desc(statsRuns.at)).limit(1);
  return row?.at ?? null;
}

export async function saveRun(tx: Database, kind: "changed" | "all", at: Date): Promise<void> {
  await tx.insert(statsRuns).values({ kind, at }).onConflictDoUpdate({ target: statsRuns.kind, set: { at } });
}

/** Neither the book's owner nor staff. */
const isCounted = sql`not u.is_employee and not u.is_admin and u.id is distinct from b.owner_id`;

/** Computes the weeks that changed since a time, all with null, and writes only those that differ. */
export async function updateWeeks(tx: Database, since: Date | null): Promise<void> {
  if (since) await createTouchedWeeks(tx, since);
  const isTouched = (bookId: string, week: string) =>
    since ? sql.raw(`join touched_weeks t on t.book_id = ${bookId} and t.week = ${week}`) : sql``;
  const readingWeek = "date_trunc('week', d.day)::date";
  const finishedWeek = "date_trunc('week', l.counted_at at time zone 'utc')::date";
  await tx.execute(sql`
    create temporary table computed_weeks on commit drop as
    select book_id, week, sum(readers)::int as readers, sum(listeners)::int as listeners,
      sum(minutes)::int as minutes, sum(finished)::int as finished
    from (
      select d.book_id, ${sql.raw(readingWeek)} as week,
        count(distinct d.user_id) filter (where d.kind in ('reading', 'readAlong')) as readers,
        count(distinct d.user_id) filter (where d.kind <> 'reading') as listeners,
        sum(d.public_ms) / 60000 as minutes, 0 as finished
      from ${readingDays} d
      ${isTouched("d.book_id", readingWeek)}
      join ${books} b on b.id = d.book_id
      join ${users} u on u.id = d.user_id
      where d.public_ms > 0 and ${isCounted}
      group by 1, 2
      union all
      select l.book_id, ${sql.raw(finishedWeek)}, 0, 0, 0, count(*)
      from ${libraryEntries} l
      ${isTouched("l.book_id", finishedWeek)}
      join ${books} b on b.id = l.book_id
      join ${users} u on u.id = l.user_id
      where l.counted_at is not null and ${isCounted}
      group by 1, 2
    ) parts
    group by 1, 2`);
  await tx.execute(sql`analyze computed_weeks`);
  await tx.execute(sql`
    delete from ${bookWeeks} w
    ${since ? sql`using touched_weeks t where w.book_id = t.book_id and w.week = t.week and` : sql`where`}
      not exists (select from computed_weeks c where c.book_id = w.book_id and c.week = w.week)`);
  await tx.execute(sql`
    insert into ${bookWeeks} (book_id, week, readers, listeners, minutes, finished)
    select c.* from computed_weeks c
    left join ${bookWeeks} w on w.book_id = c.book_id and w.week = c.week
    where (w.readers, w.listeners, w.minutes, w.finished)
      is distinct from (c.readers, c.listeners, c.minutes, c.finished)
    on conflict (book_id, week) do update set readers = excluded.readers, listeners = excluded.listeners,
      minutes = excluded.minutes, finished = excluded.finished`);
}

async function createTouchedWeeks(tx: Database, since: Date): Promise<void> {
  const from = since.toISOString();
  await tx.execute(sql`
    create temporary table touched_weeks on commit drop as
    select book_id, date_trunc('week', day)::date as week from ${readingDays}
    where changed_at >= ${from}::timestamptz and book_id is not null
    union
    select book_id, date_trunc('week', counted_at at time zone 'utc')::date from ${libraryEntries}
    where counted_at >= ${from}::timestamptz`);
  await tx.execute(sql`analyze touched_weeks`);
}

/** Computes the stops of books whose readers moved since a time; of all with null. */
export async function updateStops(tx: Database, since: Date | null): Promise<void> {
  const from = since?.toISOString() ?? "-infinity";
  const changedBooks = sql`(select distinct book_id from ${bookReach} where updated_at >= ${from}::timestamptz)`;
  await tx.execute(
    since ? sql`delete from ${bookStops} where book_id in ${changedBooks}` : sql`delete from ${bookStops}`,
  );
  await tx.execute(sql`
    insert into ${bookStops} (book_id, format, percent, readers)
    select r.book_id, f.format, least(99, floor(f.reach * 100))::smallint, count(*)::int
    from ${bookReach} r
    cross join lateral (values ('text', r.text_reach), ('audio', r.audio_reach)) f(format, reach)
    join ${books} b on b.id = r.book_id
    join ${users} u on u.id = r.user_id
    left join ${libraryEntries} l on l.user_id = r.user_id and l.book_id = r.book_id
    where r.book_id in ${changedBooks} and f.reach > 0 and l.finished_at is null and ${isCounted}
    group by 1, 2, 3`);
}

const maxWeeks = 52;

export function listWeeks(db: Database, bookId: BookId, since: string) {
  return db
    .select(pick(bookWeeks, "week", "readers", "listeners", "minutes", "finished"))
    .from(bookWeeks)
    .where(and(eq(bookWeeks.bookId, bookId), gte(bookWeeks.week, since)))
    .orderBy(desc(bookWeeks.week))
    .limit(maxWeeks);
}

export function listStops(db: Database, bookId: BookId) {
  return db
    .select({ format: bookStops.format, percent: bookStops.percent, readers: bookStops.readers })
    .from(bookStops)
    .where(eq(bookStops.bookId, bookId))
    .orderBy(asc(bookStops.format), asc(bookStops.percent))
    .limit(200);
}

export async function findEbook(db: Database, bookId: BookId) {
  const [row] = await db
    .select({ spine: ebooks.spine, toc: ebooks.toc })
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId));
  return row ?? null;
}

export function listAudioChapters(db: Database, bookId: BookId) {
  return db
    .select({
      title: chapters.title,
      duration: sql<number>`greatest(${chapters.end} - ${chapters.start}, 0)`,
    })
    .from(chapters)
    .where(eq(chapters.bookId, bookId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(5_000);
}
