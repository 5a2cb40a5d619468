import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { activityContract } from "#shared/reading-activity/contract.ts";
import type {
  ActivitySummary,
  DayTotals,
  ReadingSpeed,
  Streak,
  TimeBreakdown,
} from "#shared/reading-activity/stats.ts";
import {
  addDays,
  countDaysBetween,
  type Day,
  getWeekday,
  isKnownZone,
  startOfDay,
  toLocalDay,
} from "#shared/reading-activity/time-zone.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { invalid, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { countFinished, countPublicFinished, findFirstFinished } from "./finished-queries.ts";
import {
  type DaySpan,
  findLastZone,
  findRuns,
  listBookIds,
  listDayRows,
  sumAllTime,
  sumBooks,
  sumDays,
  sumGenres,
  sumKinds,
  sumPublicDays,
  sumReading,
} from "./stats-queries.ts";

const maxDays = 400;
const maxBooks = 50;
const readingSpeedDays = 90;
const minMeasuredMs = 600_000;
/** Words per minute; below this the book was open but not read. */
const minWordsPerMinute = 5;

/**
 * The activity summary, by the reader's calendar day.
 *
 * @throws {ProblemError} `invalid_input` for an unknown time zone
 */
export async function getSummary(
  { db, clock, user }: Context,
  { query: requested }: InputOf<typeof activityContract.getSummary>,
): Promise<ActivitySummary> {
  const zone = requested.zone ?? (await findLastZone(db, user.id)) ?? "UTC";
  if (!isKnownZone(zone)) throw invalid({ zone: "time_zone_unknown" });
  const today = toLocalDay(zone, clock().getTime());
  const sumSince = (from: Day) => sumDays(db, user.id, { from, to: today });
  const newYear: Day = `${today.slice(0, 4)}-01-01`;
  const [day, week, month, year, all, streak, readingSpeed, finished, first] = await Promise.all([
    sumSince(today),
    sumSince(addDays(today, -((getWeekday(today) - (requested.weekStart ?? 1) + 7) % 7))),
    sumSince(`${today.slice(0, 7)}-01`),
    sumSince(newYear),
    sumAllTime(db, user.id),
    getStreak(db, user.id, today),
    getReadingSpeed(db, user.id, today),
    countFinished(db, user.id, { instant: new Date(startOfDay(zone, newYear)), day: newYear }),
    findFirstFinished(db, user.id),
  ]);

  return {
    today,
    day,
    week,
    month,
    year,
    streak,
    readingSpeed,
    finished,
    total: all.sums,
    firstDay: all.firstDay,
    firstFinished: getEarlier(
      first.onPlatform && toLocalDay(zone, first.onPlatform.getTime()),
      first.elsewhere,
    ),
  };
}

/** The part of a reader's activity that others see. */
export async function getPublicSummary({ db, clock }: Pick<Services, "db" | "clock">, userId: UserId) {
  const zone = (await findLastZone(db, userId)) ?? "UTC";
  const today = toLocalDay(zone, clock().getTime());
  const newYear: Day = `${today.slice(0, 4)}-01-01`;
  const [year, streak, finished] = await Promise.all([
    sumPublicDays(db, userId, { from: newYear, to: today }),
    getStreak(db, userId, today, { isPublic: true }),
    countPublicFinished(db, userId, new Date(startOfDay(zone, newYear))),
  ]);
  return { today, year, streak, finished };
}

const getEarlier = (a: Day | null, b: Day | null): Day | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b;

/**
 * A streak continues today, and after a single missed day.
 *
 * @param isPublic for others: only what counts in public
 */
export async function getStreak(
  db: Services["db"],
  userId: UserId,
  today: Day,
  { isPublic = false }: { readonly isPublic?: boolean } = {},
): Promise<Streak> {
  const { longest, last, lastDay } = await findRuns(db, userId, { isPublic });
  const isAlive = lastDay !== null && countDaysBetween(lastDay, today) <= 2;
  return { current: isAlive ? last : 0, longest, hasToday: lastDay !== null && lastDay >= today };
}

/**
 * Daily totals, without empty days.
 *
 * @throws {ProblemError} `invalid_input`
 */
export async function listDays(
  { db, user }: Context,
  { query: span }: InputOf<typeof activityContract.listDays>,
): Promise<DayTotals[]> {
  checkSpan(span);
  const rows = await listDayRows(db, user.id, span);
  return rows.map(({ reading, listening, speech, readAlong, ...row }) => ({
    ...row,
    byKind: { reading, listening, speech, readAlong },
  }));
}

/**
 * Time by format, genre and book.
 *
 * @throws {ProblemError} `invalid_input`
 */
export async function getBreakdown(
  context: Context,
  { query: span }: InputOf<typeof activityContract.getBreakdown>,
): Promise<TimeBreakdown> {
  const { user } = context;
  checkSpan(span, Number.POSITIVE_INFINITY);
  const { db } = context;
  const [sums, byKind, genres, rows] = await Promise.all([
    sumDays(db, user.id, span),
    sumKinds(db, user.id, span),
    sumGenres(db, user.id, span),
    sumBooks(db, user, span, maxBooks),
  ]);
  const visible = new Set((await listVisibleBooks(context, user, listBookIds(rows))).map(({ id }) => id));
  const books = rows.map((row) => ({
    ...row,
    bookId: row.bookId !== null && visible.has(row.bookId) ? row.bookId : null,
  }));
  return { sums, byKind, genres, books };
}

async function getReadingSpeed(db: Services["db"], userId: UserId, today: Day): Promise<ReadingSpeed> {
  const { milliseconds, words, pages } = await sumReading(db, userId, addDays(today, -readingSpeedDays));
  if (milliseconds < minMeasuredMs || words * 60_000 < milliseconds * minWordsPerMinute) {
    return { wordsPerMinute: null, pagesPerHour: null };
  }
  return {
    wordsPerMinute: Math.round((words * 60_000) / milliseconds),
    pagesPerHour: Math.round((pages * 36_000_000) / milliseconds) / 10,
  };
}

function checkSpan({ from, to }: DaySpan, limit = maxDays): void {
  if (to < from) throw invalid({ to: "end_before_start" });
  if (countDaysBetween(from, to) >= limit) throw invalid({ to: reason("too_many_days", { max: limit }) });
}
