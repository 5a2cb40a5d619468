import { and, eq, gt, inArray, isNull, lt, notInArray, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { maxSessionMs } from "#shared/reading-activity/session.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import {
  readingDays as days,
  readingSessions as sessions,
} from "#server/db/schema/reading/reading-activity.ts";
import type { DayRow, Span } from "./daily-totals.ts";
import type { BookLimits } from "./limit-public-totals.ts";

/** Sessions that arrive later, for example after reading offline, do not count in public. */
export const maxDelayMs = 7 * 24 * 3_600_000;

/** Serializes changes to one reader's sessions until the transaction ends. */
export async function lockUserSessions(db: Database, userId: UserId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 2))`);
}

export async function listSpans(
  db: Database,
  userId: UserId,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Span[]> {
  const rows = await db
    .select({
      ...pick(sessions, "id", "bookId", "kind", "startedAt"),
      ...pick(sessions, "endedAt", "zone", "pages", "words", "chapters", "isManual", "receivedAt"),
      accountCreatedAt: users.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.userId, userId),
        // The maximum length, so that the index is not scanned from its start.
        gt(sessions.startedAt, new Date(from - maxSessionMs)),
        lt(sessions.startedAt, new Date(to)),
        gt(sessions.endedAt, new Date(from)),
        isNull(sessions.deletedAt),
      ),
    )
    .orderBy(sessions.startedAt, sessions.id);
  return rows.map(({ startedAt, endedAt, receivedAt, accountCreatedAt, ...span }) => ({
    ...span,
    from: startedAt.getTime(),
    to: endedAt.getTime(),
    publicFrom: Math.max(accountCreatedAt.getTime(), receivedAt.getTime() - maxDelayMs),
  }));
}

/** Sizes of books, and the words that counted on other days of these days' months. */
export async function listBookLimits(
  db: Database,
  userId: UserId,
  bookIds: readonly BookId[],
  changedDays: readonly Day[],
): Promise<Map<BookId, BookLimits>> {
  const months = [...new Set(changedDays.map((day) => day.slice(0, 7)))];
  const sizes = await db
    .select({
      bookId: books.id,
      audioMs: sql<number>`coalesce(${books.duration}, 0) * 1000`,
      words: sql<number>`coalesce(${ebooks.wordCount}, 0)`,
      hasText: sql<boolean>`${ebooks.bookId} is not null`,
    })
    .from(books)
    .leftJoin(ebooks, eq(ebooks.bookId, books.id))
    .where(inArray(books.id, [...bookIds]));
  const words = await db
    .select({
      bookId: days.bookId,
      month: sql<string>`to_char(${days.day}, 'YYYY-MM')`,
      words: sql<number>`sum(${days.publicWords})::float8`,
    })
    .from(days)
    .where(
      and(
        eq(days.userId, userId),
        inArray(days.bookId, [...bookIds]),
        notInArray(days.day, [...changedDays]),
        inArray(sql`to_char(${days.day}, 'YYYY-MM')`, months),
      ),
    )
    .groupBy(days.bookId, sql`to_char(${days.day}, 'YYYY-MM')`);
  return new Map(
    sizes.map(({ bookId, ...size }) => {
      const bookWords = words.filter((row) => row.bookId === bookId);
      return [bookId, { ...size, wordsOnOtherDays: new Map(bookWords.map((row) => [row.month, row.words])) }];
    }),
  );
}

/** Books with activity on these days. */
export async function listDayBooks(
  db: Database,
  userId: UserId,
  changedDays: readonly Day[],
): Promise<BookId[]> {
  const rows = await db
    .selectDistinct({ bookId: days.bookId })
    .from(days)
    .where(and(eq(days.userId, userId), inArray(days.day, [...changedDays])));
  return rows.flatMap(({ bookId }) => bookId ?? []);
}

export async function replaceDays(
  db: Database,
  userId: UserId,
  changedDays: readonly Day[],
  rows: readonly DayRow[],
  now: Date,
): Promise<void> {
  const stored = JSON.stringify(rows.map(({ day, bookId, kind }) => ({ day, bookId, kind })));
  await db.delete(days).where(
    and(
      eq(days.userId, userId),
      inArray(days.day, [...changedDays]),
      sql`not exists (select from jsonb_to_recordset(${stored}::jsonb) k(day date, "bookId" uuid, kind text)
        where k.day = ${days.day} and k."bookId" is not distinct from ${days.bookId} and k.kind = ${days.kind})`,
    ),
  );
  if (rows.length === 0) return;
  await db
    .insert(days)
    .values(rows.map((row) => ({ ...row, userId, changedAt: now })))
    .onConflictDoUpdate({
      target: [days.userId, days.day, days.bookId, days.kind],
      set: {
        milliseconds: sql`excluded.milliseconds`,
        pages: sql`excluded.pages`,
        words: sql`excluded.words`,
        chapters: sql`excluded.chapters`,
        sessions: sql`excluded.sessions`,
        measuredMs: sql`excluded.measured_ms`,
        measuredPages: sql`excluded.measured_pages`,
        publicMs: sql`excluded.public_ms`,
        publicPages: sql`excluded.public_pages`,
        publicWords: sql`excluded.public_words`,
        publicChapters: sql`excluded.public_chapters`,
        changedAt: sql`excluded.changed_at`,
      },
      setWhere: sql`(${days.milliseconds}, ${days.pages}, ${days.words}, ${days.chapters}, ${days.sessions},
        ${days.measuredMs}, ${days.measuredPages}, ${days.publicMs}, ${days.publicPages}, ${days.publicWords},
        ${days.publicChapters}) is distinct from (excluded.milliseconds, excluded.pages,
        excluded.words, excluded.chapters, excluded.sessions, excluded.measured_ms, excluded.measured_pages, excluded.public_ms,
        excluded.public_pages, excluded.public_words, excluded.public_chapters)`,
    });
}
