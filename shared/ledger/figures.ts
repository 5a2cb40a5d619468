import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { Seconds } from "#shared/kernel/values.ts";
import { Day } from "./zone.ts";

/** What a time holds; every moment counts once, however many sessions it lies in. */
export const Sums = z.object({
  seconds: Seconds,
  pages: z.number(),
  sessions: z.int(),
  /** Days with anything read or heard. */
  days: z.int(),
});
export type Sums = z.infer<typeof Sums>;

/** Seconds by kind; together they are all seconds. */
export const ByKind = z.object({ reading: Seconds, listening: Seconds, speech: Seconds, step: Seconds });
export type ByKind = z.infer<typeof ByKind>;

/** Days read or heard on in a row. One day left out between two does not end it, and does not count. */
export const Streak = z.object({
  current: z.int(),
  longest: z.int(),
  /** Whether today counts already. */
  hasToday: z.boolean(),
});
export type Streak = z.infer<typeof Streak>;

/** How fast somebody reads by eye; null until ten minutes were measured. */
export const Pace = z.object({ wordsPerMinute: z.nullable(z.int()), pagesPerHour: z.nullable(z.number()) });
export type Pace = z.infer<typeof Pace>;

/** The ledger at a glance, by the reader's own days. */
export const Summary = z.object({
  today: Day,
  day: Sums,
  week: Sums,
  month: Sums,
  year: Sums,
  total: Sums,
  streak: Streak,
  pace: Pace,
  /** Books that the library says were finished. */
  finished: z.object({ year: z.int(), total: z.int() }),
  /** Null while nothing is there. */
  firstDay: z.nullable(Day),
});
export type Summary = z.infer<typeof Summary>;

/** One day of the heat map. */
export const DaySums = z.object({
  day: Day,
  seconds: Seconds,
  pages: z.number(),
  sessions: z.int(),
  byKind: ByKind,
});
export type DaySums = z.infer<typeof DaySums>;

/** What the time went to. */
export const Shares = z.object({
  sums: Sums,
  byKind: ByKind,
  /** The most first. A book of several genres counts in each of them. */
  genres: z.array(z.object({ genre: z.string(), seconds: Seconds })),
  /** At most fifty, the most first. */
  books: z.array(
    z.object({
      bookId: z.nullable(BookId),
      title: z.string(),
      author: z.string(),
      seconds: Seconds,
      pages: z.number(),
    }),
  ),
});
export type Shares = z.infer<typeof Shares>;
