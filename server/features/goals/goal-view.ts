import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Goal } from "#shared/goals/contract.ts";
import { computeDailyPortion } from "#shared/goals/daily-portion.ts";
import {
  addDays,
  countDaysBetween,
  type Day,
  startOfDay,
  toLocalDay,
  type Zone,
} from "#shared/reading-activity/time-zone.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import { countFinished } from "#server/features/reading-activity/service.ts";
import type { Services } from "#server/services.ts";
import { type BookProgress, type GoalRow, listAudiobookProgress, listDayAmounts } from "./queries.ts";

interface Measures {
  readonly today: Day;
  readonly days: readonly { readonly day: Day; readonly minutes: number; readonly pages: number }[];
  readonly finished: number;
  readonly bookProgress: ReadonlyMap<BookId, BookProgress>;
  readonly titles: ReadonlyMap<BookId, string>;
}

/** Goals with their progress, by the reader's calendar day. */
export async function toGoalViews(
  services: Pick<Services, "db" | "clock">,
  user: User,
  rows: readonly GoalRow[],
  zone: Zone,
): Promise<Goal[]> {
  const measures = await measure(services, user, rows, zone);
  return rows.map((row) => toGoal(row, measures));
}

async function measure(
  services: Pick<Services, "db" | "clock">,
  user: User,
  rows: readonly GoalRow[],
  zone: Zone,
): Promise<Measures> {
  const { db, clock } = services;
  const today = toLocalDay(zone, clock().getTime());
  const newYear: Day = `${today.slice(0, 4)}-01-01`;
  const bookIds = rows.flatMap(({ bookId }) => bookId ?? []);
  const [days, finished, bookProgress, visibleBooks] = await Promise.all([
    listDayAmounts(db, user.id, addDays(today, -6), today),
    countFinished(db, user.id, { day: newYear, instant: new Date(startOfDay(zone, newYear)) }),
    listAudiobookProgress(db, user.id, bookIds, new Date(startOfDay(zone, today))),
    listVisibleBooks(services, user, bookIds),
  ]);
  return {
    today,
    days,
    finished: finished.year,
    bookProgress: new Map(bookProgress.map((progress) => [progress.bookId, progress])),
    titles: new Map(visibleBooks.map(({ id, title }) => [id, title])),
  };
}

function toGoal(row: GoalRow, measures: Measures): Goal {
  const { id, kind, amount, bookId, until, splitByPrayer } = row;
  const book = bookId && { id: bookId, title: measures.titles.get(bookId) ?? null };
  const progress =
    kind === "book"
      ? getBookProgress(row, measures)
      : kind === "books"
        ? getYearProgress(row, measures)
        : getDailyProgress(row, measures);
  return { id, kind, amount, book, until, splitByPrayer, ...progress };
}

type GoalProgress = Pick<Goal, "done" | "isReached" | "daysOfWeek" | "daysForEach" | "portion">;

const noProgress = { daysOfWeek: null, daysForEach: null, portion: null };

function getDailyProgress({ kind, amount }: GoalRow, { today, days }: Measures): GoalProgress {
  const unit = kind === "pages" ? "pages" : "minutes";
  const min = amount ?? 1;
  const metDays = days.filter((day) => Math.floor(day[unit]) >= min);
  const doneToday = Math.floor(days.find(({ day }) => day === today)?.[unit] ?? 0);
  return { ...noProgress, done: doneToday, isReached: doneToday >= min, daysOfWeek: metDays.length };
}

function getYearProgress({ amount }: GoalRow, { today, finished: done }: Measures): GoalProgress {
  const remaining = (amount ?? 1) - done;
  const daysLeft = countDaysBetween(today, `${today.slice(0, 4)}-12-31`) + 1;
  return {
    ...noProgress,
    done,
    isReached: remaining <= 0,
    daysForEach: remaining > 0 ? Math.floor(daysLeft / remaining) : null,
  };
}

function getBookProgress(
  { bookId, until, splitByPrayer }: GoalRow,
  { today, bookProgress }: Measures,
): GoalProgress {
  const progress = bookId ? bookProgress.get(bookId) : undefined;
  const { now = 0, atDayStart = 0, pages = 0, seconds = 0, isFinished = false } = progress ?? {};
  if (isFinished || now >= 1) return { ...noProgress, done: 100, isReached: true };
  const unit = pages > 0 ? "pages" : "minutes";
  const total = pages > 0 ? pages : seconds / 60;
  const portion = computeDailyPortion({
    unit,
    total,
    atDayStart,
    now,
    today,
    until: until ?? today,
    splitByPrayer,
  });
  return { ...noProgress, done: Math.floor(100 * now), isReached: false, portion };
}
