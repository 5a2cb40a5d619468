import { getReaderId } from "./random-data.ts";

/** How much of the text of a day names its periods: all time, the year, the month. */
const lengths = [0, 4, 7];

/** The reading of one reader in a period. */
interface Total {
  ms: number;
  pages: number;
  streak: number;
  run: number;
  lastDay: number;
  changedAt: string;
}

/** The rows of `user_period_totals` as the triggers keep them, from days in their order, one of each reader. */
export class PeriodTotals {
  readonly #open: OpenPeriod[] = lengths.map(() => ({ period: "", totals: new Map() }));

  /** @returns the rows of the periods that ended before a day */
  *begin(day: string): Generator<string> {
    for (const [at, length] of lengths.entries()) {
      const period = length === 0 ? "all" : day.slice(0, length);
      const open = this.#open[at];
      if (open?.period === period) continue;
      if (open) yield* format(open);
      this.#open[at] = { period, totals: new Map() };
    }
  }

  add(reader: number, day: number, changedAt: string, ms: number, pages: number): void {
    for (const { totals } of this.#open) {
      let total = totals.get(reader);
      if (!total) {
        total = { ms: 0, pages: 0, streak: 0, run: 0, lastDay: day, changedAt };
        totals.set(reader, total);
      }
      total.ms += ms;
      total.pages += pages;
      // One missed day does not end a streak.
      total.run = day - total.lastDay > 2 ? 1 : total.run + 1;
      total.streak = Math.max(total.streak, total.run);
      total.lastDay = day;
      total.changedAt = changedAt;
    }
  }

  *end(): Generator<string> {
    for (const open of this.#open) yield* format(open);
  }
}

interface OpenPeriod {
  readonly period: string;
  readonly totals: Map<number, Total>;
}

function* format({ period, totals }: OpenPeriod): Generator<string> {
  for (const [reader, { ms, pages, streak, changedAt }] of totals) {
    const id = getReaderId(reader);
    yield `minutes\t${period}\t${id}\t${ms}\t${changedAt}\n`;
    if (pages > 0) yield `pages\t${period}\t${id}\t${pages * 1_000}\t${changedAt}\n`;
    yield `streak\t${period}\t${id}\t${streak}\t${changedAt}\n`;
  }
}
