import type { InputOf } from "#shared/api/contract.ts";
import { getLongestRun, getYearSpan, supportedYears } from "#shared/reading-activity/calendar-year.ts";
import type { activityContract } from "#shared/reading-activity/contract.ts";
import type { YearReview } from "#shared/reading-activity/stats.ts";
import {
  addDays,
  type Day,
  isKnownZone,
  startOfDay,
  toLocalDay,
} from "#shared/reading-activity/time-zone.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { invalid, reason } from "#server/http/api/problem.ts";
import { countFinished, listFinished } from "./finished-queries.ts";
import {
  findLastZone,
  listBookIds,
  listDayRows,
  sumBooks,
  sumDays,
  sumGenres,
  sumKinds,
} from "./stats-queries.ts";

const maxBooks = 10;
const maxGenres = 10;

/**
 * The year in review so far.
 *
 * @throws {ProblemError} `invalid_input`
 */
export async function getYear(
  context: Context,
  { params: { calendar, year }, query }: InputOf<typeof activityContract.getYear>,
): Promise<YearReview> {
  const [first, last] = supportedYears[calendar];
  if (year < first || year > last)
    throw invalid({ year: reason("year_out_of_range", { first: String(first), last: String(last) }) });
  const { db, clock, user } = context;
  const zone = query.zone ?? (await findLastZone(db, user.id)) ?? "UTC";
  if (!isKnownZone(zone)) throw invalid({ zone: "time_zone_unknown" });
  const { from, to, months } = getYearSpan(calendar, year);
  const span = { from, to };
  const getStart = (day: Day) => ({ day, instant: new Date(startOfDay(zone, day)) });
  // Days have at least 22 hours.
  const getNoon = (day: Day) => new Date(startOfDay(zone, day) + 11 * 3_600_000);
  const [sums, byKind, genres, bookRows, days, finished, finishedSinceStart, finishedSinceEnd] =
    await Promise.all([
      sumDays(db, user.id, span),
      sumKinds(db, user.id, span),
      sumGenres(db, user.id, span),
      sumBooks(db, user, span, maxBooks),
      listDayRows(db, user.id, span),
      listFinished(db, user.id, getStart(from), getStart(addDays(to, 1)), getNoon),
      countFinished(db, user.id, getStart(from)),
      countFinished(db, user.id, getStart(addDays(to, 1))),
    ]);
  const ids = [...listBookIds(bookRows), ...finished.flatMap(({ bookId }) => bookId ?? [])];
  const visible = new Set((await listVisibleBooks(context, user, [...new Set(ids)])).map(({ id }) => id));
  const read = days.filter(({ seconds }) => seconds > 0);
  const best = read.toSorted((a, b) => b.seconds - a.seconds)[0];
  return {
    calendar,
    year,
    from,
    to,
    sums,
    byKind,
    genres: genres.slice(0, maxGenres),
    isOver: toLocalDay(zone, clock().getTime()) > to,
    months: months.map((startsOn, n) => getMonth(startsOn, months[n + 1] ?? addDays(to, 1), days)),
    longestRun: getLongestRun(read.map(({ day }) => day)),
    bestDay: best ? { day: best.day, seconds: best.seconds } : null,
    books: bookRows.map((row) => ({
      ...row,
      bookId: row.bookId && visible.has(row.bookId) ? row.bookId : null,
    })),
    // The list is limited.
    finishedCount: finishedSinceStart.year - finishedSinceEnd.year,
    finished: finished.filter(({ bookId }) => bookId === null || visible.has(bookId)),
  };
}

type DayRow = Awaited<ReturnType<typeof listDayRows>>[number];

function getMonth(startsOn: Day, next: Day, days: readonly DayRow[]) {
  const daysOfYear = days.filter(({ day }) => day >= startsOn && day < next);
  const sum = (getValue: (day: DayRow) => number) =>
    daysOfYear.reduce((total, day) => total + getValue(day), 0);
  return { startsOn, seconds: sum(({ seconds }) => seconds), pages: sum(({ pages }) => pages) };
}
