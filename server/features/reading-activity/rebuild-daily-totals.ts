import type { UserId } from "#shared/accounts/user.ts";
import { addDays, type Day } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { computeDailyTotals, computeMoments, listTouchedDays } from "./daily-totals.ts";
import { listSpans, replaceDays } from "./day-queries.ts";

/** A stretch of time in which something changed; milliseconds since 1970. */
export interface Touched {
  readonly from: number;
  readonly to: number;
}

/**
 * Makes a reader's days again after sessions in these times came, changed or went; to be called in the same
 * transaction, with the ledger locked.
 */
export async function rebuildDailyTotals(
  db: Database,
  userId: UserId,
  touched: readonly Touched[],
  now: Date,
): Promise<void> {
  const days = [...new Set(touched.flatMap(({ from, to }) => listTouchedDays(from, to)))].sort();
  for (const run of getRuns(days)) await recountRun(db, userId, run, now);
}

async function recountRun(db: Database, userId: UserId, days: readonly Day[], now: Date): Promise<void> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const spans = await listSpans(db, userId, {
    from: computeMoments(first).from,
    to: computeMoments(last).to,
  });
  // What reaches in from outside has parts on other days, which stay as they are.
  const rows = computeDailyTotals(spans).filter(({ day }) => day >= first && day <= last);
  await replaceDays(db, userId, days, rows, now);
}

/** A device that was offline for long reports days far apart: only those that lie together are read together. */
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
