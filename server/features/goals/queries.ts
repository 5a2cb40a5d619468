import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { GoalId } from "#shared/goals/contract.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { goals } from "#server/db/schema/reading/goals.ts";
import { libraryEntries as entries } from "#server/db/schema/reading/library.ts";
import {
  currentPositions as current,
  positionEvents as events,
} from "#server/db/schema/reading/positions.ts";
import { readingDays as days } from "#server/db/schema/reading/reading-activity.ts";

export type GoalRow = typeof goals.$inferSelect;

/** A reader's goals: daily, yearly, and books by creation time. */
export function listGoalRows(db: Database, userId: UserId): Promise<GoalRow[]> {
  const byKind = sql`array_position(array['minutes', 'pages', 'books', 'book'], ${goals.kind})`;
  return db
    .select()
    .from(goals)
    .where(eq(goals.userId, userId))
    .orderBy(byKind, asc(goals.setAt), asc(goals.id))
    .limit(100);
}

export async function lockGoals(db: Database, userId: UserId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('goals'), hashtext(${userId}))`);
}

export async function upsertGoal(db: Database, row: typeof goals.$inferInsert): Promise<void> {
  const { id: _id, userId: _userId, setAt: _setAt, ...set } = row;
  await db
    .insert(goals)
    .values(row)
    .onConflictDoUpdate({ target: [goals.userId, goals.id], set });
}

export async function deleteGoalRow(db: Database, userId: UserId, id: GoalId): Promise<void> {
  await db.delete(goals).where(and(eq(goals.userId, userId), eq(goals.id, id)));
}

/** Minutes and pages per day, without empty days. */
export function listDayAmounts(db: Database, userId: UserId, from: Day, to: Day) {
  return db
    .select({
      day: days.day,
      minutes: sql<number>`(sum(${days.milliseconds}) / 60000.0)::float8`,
      pages: sql<number>`sum(${days.pages})::float8`,
    })
    .from(days)
    .where(and(eq(days.userId, userId), gte(days.day, from), lte(days.day, to)))
    .groupBy(days.day);
}

export async function listAudiobookProgress(
  db: Database,
  userId: UserId,
  bookIds: readonly BookId[],
  startOfDay: Date,
): Promise<BookProgress[]> {
  if (bookIds.length === 0) return [];
  const before = sql<number | null>`(select (e.locator->>'fraction')::float8 from ${events} e
    where e.user_id = ${userId} and e.book_id = ${books.id} and e.at < ${startOfDay.toISOString()}::timestamptz
    order by e.at desc, e.device_at desc, e.is_deliberate desc, e.id desc limit 1)`;
  const rows = await db
    .select({
      bookId: books.id,
      pages: sql<number>`coalesce(${ebooks.pageCount}, 0)`,
      seconds: sql<number>`coalesce(${books.duration}, 0)::float8`,
      now: sql<number>`coalesce((${current.locator}->>'fraction')::float8, 0)`,
      atDayStart: sql<number>`coalesce(${before}, 0)`,
      isFinished: sql<boolean>`coalesce(${entries.status} = 'finished', false)`,
    })
    .from(books)
    .leftJoin(ebooks, eq(ebooks.bookId, books.id))
    .leftJoin(current, and(eq(current.bookId, books.id), eq(current.userId, userId)))
    .leftJoin(entries, and(eq(entries.bookId, books.id), eq(entries.userId, userId)))
    .where(sql`${books.id} = any(${sql.param([...bookIds])}::uuid[])`)
    .limit(bookIds.length);
  return rows;
}

export interface BookProgress {
  readonly bookId: BookId;
  readonly pages: number;
  readonly seconds: number;
  /** Fractions of the book. */
  readonly now: number;
  readonly atDayStart: number;
  readonly isFinished: boolean;
}
