import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { addDays, type Day } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { updateBookReach } from "./book-reach.ts";
import { computeDailyTotals, getDayBounds, listChangedDays } from "./daily-totals.ts";
import { listBookLimits, listDayBooks, listSpans, replaceDays } from "./day-queries.ts";
import { limitPublicTotals } from "./limit-public-totals.ts";

/** A changed time range; milliseconds since 1970. */
export interface ChangedSessions {
  readonly from: number;
  readonly to: number;
}

export async function rebuildDailyTotals(
  db: Database,
  userId: UserId,
  changedSessions: readonly ChangedSessions[],
  now: Date,
): Promise<void> {
  const days = [...new Set(changedSessions.flatMap(({ from, to }) => listChangedDays(from, to)))].sort();
  const bookIds = new Set<BookId>();
  for (const run of getRuns(days)) {
    for (const bookId of await recountRun(db, userId, run, now)) bookIds.add(bookId);
  }
  await updateBookReach(db, userId, [...bookIds], now);
}

/** @returns the books read on these days */
async function recountRun(
  db: Database,
  userId: UserId,
  days: readonly Day[],
  now: Date,
): Promise<readonly BookId[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const before = await listDayBooks(db, userId, days);
  const spans = await listSpans(db, userId, {
    from: getDayBounds(first).from,
    to: getDayBounds(last).to,
  });
  // A session that starts or ends outside the range has parts on other days, which stay.
  const rows = computeDailyTotals(spans).filter(({ day }) => day >= first && day <= last);
  const bookIds = [...new Set([...before, ...rows.map(({ bookId }) => bookId)])].filter((id) => id !== null);
  const limits = await listBookLimits(db, userId, bookIds, days);
  await replaceDays(db, userId, days, limitPublicTotals(rows, limits), now);
  return bookIds;
}

function* getRuns(days: readonly Day[]): Generator<Day[]> {
  let run: Day[] = [];
  for (const day of days) {
    const last = run.at(-1);
    if (last !== undefined && addDays(last, 1) !== day) {
      yield run;
      run = [];
    }
    run.push(day);
  }
  if (run.length > 0) yield run;
}
