import { and, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { ActivityTotals, TotalsByKind } from "#shared/reading-activity/stats.ts";
import type { Day, Zone } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import {
  readingDays as days,
  readingSessions as sessions,
} from "#server/db/schema/reading/reading-activity.ts";
import { filterVisible } from "#server/features/books/service.ts";

/** Days, both included. */
export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
}

const isWithin = (userId: UserId, { from, to }: DaySpan) =>
  and(eq(days.userId, userId), gte(days.day, from), lte(days.day, to));

const sumColumns = {
  seconds: sql<number>`coalesce(sum(${days.milliseconds}), 0)::float8 / 1000`,
  pages: sql<number>`coalesce(sum(${days.pages}), 0)::float8`,
  sessions: sql<number>`coalesce(sum(${days.sessions}), 0)::int`,
  days: sql<number>`(count(distinct ${days.day}) filter (where ${days.milliseconds} > 0))::int`,
};

const getSeconds = (kind: keyof TotalsByKind): SQL<number> =>
  sql<number>`coalesce(sum(${days.milliseconds}) filter (where ${days.kind} = ${kind}), 0)::float8 / 1000`;

const kindColumns = {
  reading: getSeconds("reading"),
  listening: getSeconds("listening"),
  speech: getSeconds("speech"),
  readAlong: getSeconds("readAlong"),
};

export async function sumDays(db: Database, userId: UserId, span: DaySpan): Promise<ActivityTotals> {
  return expectOneRow(await db.select(sumColumns).from(days).where(isWithin(userId, span)));
}

/** The same, with what counts in public. */
export async function sumPublicDays(db: Database, userId: UserId, span: DaySpan): Promise<ActivityTotals> {
  const columns = {
    ...sumColumns,
    seconds: sql<number>`coalesce(sum(${days.publicMs}), 0)::float8 / 1000`,
    pages: sql<number>`coalesce(sum(${days.publicPages}), 0)::float8`,
    days: sql<number>`(count(distinct ${days.day}) filter (where ${days.publicMs} > 0))::int`,
  };
  return expectOneRow(await db.select(columns).from(days).where(isWithin(userId, span)));
}

export async function sumAllTime(
  db: Database,
  userId: UserId,
): Promise<{ readonly sums: ActivityTotals; readonly firstDay: Day | null }> {
  const { firstDay, ...sums } = expectOneRow(
    await db
      .select({ ...sumColumns, firstDay: sql<Day | null>`min(${days.day})::text` })
      .from(days)
      .where(eq(days.userId, userId)),
  );
  return { sums, firstDay };
}

/** Seconds by format. */
export async function sumKinds(db: Database, userId: UserId, span: DaySpan): Promise<TotalsByKind> {
  return expectOneRow(await db.select(kindColumns).from(days).where(isWithin(userId, span)));
}

/** The days with activity, in order. */
export function listDayRows(db: Database, userId: UserId, span: DaySpan) {
  const { seconds, pages, sessions: sessionCount } = sumColumns;
  return db
    .select({ day: days.day, seconds, pages, sessions: sessionCount, ...kindColumns })
    .from(days)
    .where(isWithin(userId, span))
    .groupBy(days.day)
    .orderBy(days.day);
}

/** Seconds by genre, largest first; a book with several counts in each. */
export function sumGenres(db: Database, userId: UserId, span: DaySpan) {
  const { seconds } = sumColumns;
  return db
    .select({ genre: genres.name, seconds })
    .from(days)
    .innerJoin(bookGenres, eq(bookGenres.bookId, days.bookId))
    .innerJoin(genres, eq(genres.id, bookGenres.genreId))
    .where(isWithin(userId, span))
    .groupBy(genres.name)
    .having(sql`sum(${days.milliseconds}) > 0`)
    .orderBy(sql`sum(${days.milliseconds}) desc`, genres.name)
    .limit(50);
}

export function sumBooks(db: Database, user: User, span: DaySpan, limit: number) {
  const { seconds, pages } = sumColumns;
  const earlierTitle = sql<string>`(select s.title from ${sessions} s where s.user_id = ${user.id}
    and s.book_id = ${days.bookId} order by s.started_at desc limit 1)`;
  return db
    .select({
      bookId: days.bookId,
      title: sql<string>`coalesce(${books.title}, ${earlierTitle}, '')`,
      author: sql<string>`coalesce(${books.author}, '')`,
      seconds,
      pages,
    })
    .from(days)
    .leftJoin(books, and(eq(books.id, days.bookId), filterVisible(user)))
    .where(isWithin(user.id, span))
    .groupBy(days.bookId, books.title, books.author)
    .having(sql`sum(${days.milliseconds}) > 0`)
    .orderBy(sql`sum(${days.milliseconds}) desc`, days.bookId)
    .limit(limit);
}

/** The longest and the latest streak, with its last day; a single missed day ends none. */
export async function findRuns(
  db: Database,
  userId: UserId,
  { isPublic = false }: { readonly isPublic?: boolean } = {},
): Promise<{ readonly longest: number; readonly last: number; readonly lastDay: Day | null }> {
  const { rows } = await db.execute<{ longest: number; last: number; lastDay: Day | null }>(sql`
    with read as (
      select distinct ${days.day} as day from ${days} where ${days.userId} = ${userId}
        and ${isPublic ? days.publicMs : days.milliseconds} > 0
    ), marked as (
      select day, (day - lag(day) over (order by day) > 2)::int as begins from read
    ), numbered as (
      select day, sum(coalesce(begins, 0)) over (order by day) as run from marked
    ), runs as (
      select count(*)::int as days, max(day) as last_day from numbered group by run
    )
    select coalesce(max(r.days), 0)::int as longest,
      coalesce((array_agg(r.days order by r.last_day desc))[1], 0)::int as last, max(r.last_day)::text as "lastDay"
    from runs r`);
  return expectOneRow(rows);
}

export async function sumReading(
  db: Database,
  userId: UserId,
  from: Day,
): Promise<{ readonly milliseconds: number; readonly words: number; readonly pages: number }> {
  return expectOneRow(
    await db
      .select({
        milliseconds: sql<number>`coalesce(sum(${days.measuredMs}), 0)::float8`,
        words: sql<number>`coalesce(sum(${days.words}), 0)::float8`,
        pages: sql<number>`coalesce(sum(${days.measuredPages}), 0)::float8`,
      })
      .from(days)
      .where(
        and(eq(days.userId, userId), gte(days.day, from), eq(days.kind, "reading"), sql`${days.words} > 0`),
      ),
  );
}

/** The latest time zone of a reader; null before the first session. */
export async function findLastZone(db: Database, userId: UserId): Promise<Zone | null> {
  const [last] = await db
    .select({ zone: sessions.zone })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.startedAt), desc(sessions.id))
    .limit(1);
  return last?.zone ?? null;
}

export const listBookIds = (sums: readonly { readonly bookId: BookId | null }[]): BookId[] =>
  sums.flatMap(({ bookId }) => bookId ?? []);
