import * as z from "zod/mini";
import { Instant, Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { YearCalendar } from "./calendar-year.ts";
import { Day } from "./time-zone.ts";

export const ActivityTotals = z.object({
  seconds: Seconds,
  pages: z.number(),
  sessions: z.int(),
  days: z.int(),
});
export type ActivityTotals = z.infer<typeof ActivityTotals>;

/** Seconds by kind; together they are all seconds. */
export const TotalsByKind = z.object({
  reading: Seconds,
  listening: Seconds,
  speech: Seconds,
  step: Seconds,
});
export type TotalsByKind = z.infer<typeof TotalsByKind>;

export const Streak = z.object({
  current: z.int(),
  longest: z.int(),
  hasToday: z.boolean(),
});
export type Streak = z.infer<typeof Streak>;

/** The reading speed; null before ten measured minutes with turned pages. */
export const ReadingSpeed = z.object({
  wordsPerMinute: z.nullable(z.int()),
  pagesPerHour: z.nullable(z.number()),
});
export type ReadingSpeed = z.infer<typeof ReadingSpeed>;

/** The ledger at a glance, by the reader's own days. */
export const PrayerSummary = z.object({
  today: Day,
  day: ActivityTotals,
  week: ActivityTotals,
  month: ActivityTotals,
  year: ActivityTotals,
  total: ActivityTotals,
  streak: Streak,
  pace: ReadingSpeed,
  finished: z.object({ year: z.int(), total: z.int() }),
  /** Null while nothing is there. */
  firstDay: z.nullable(Day),
  /** On which the first book was finished, here or elsewhere; null for none of which that is known. */
  firstFinished: z.nullable(Day),
});
export type PrayerSummary = z.infer<typeof PrayerSummary>;

/** One day of the heat map. */
export const DayTotals = z.object({
  day: Day,
  seconds: Seconds,
  pages: z.number(),
  sessions: z.int(),
  byKind: TotalsByKind,
});
export type DayTotals = z.infer<typeof DayTotals>;

const GenreTime = z.object({ genre: z.string(), seconds: Seconds });

const BookTime = z.object({
  bookId: z.nullable(BookId),
  title: z.string(),
  author: z.string(),
  seconds: Seconds,
  pages: z.number(),
});

export const TextShares = z.object({
  sums: ActivityTotals,
  byKind: TotalsByKind,
  /** The most first. A book of several genres counts in each of them. */
  genres: z.array(GenreTime),
  /** At most fifty, the most first. */
  books: z.array(BookTime),
});
export type TextShares = z.infer<typeof TextShares>;

/** A year with books, by the reader's own days; of one that is not over, what there is. */
export const YearReview = z.object({
  calendar: YearCalendar,
  year: z.int(),
  from: Day,
  to: Day,
  isOver: z.boolean(),
  sums: ActivityTotals,
  byKind: TotalsByKind,
  /** Twelve, in order. */
  months: z.array(z.object({ begins: Day, seconds: Seconds, pages: z.number() })),
  /** Days in a row within the year. */
  longestRun: z.int(),
  bestDay: z.nullable(z.object({ day: Day, seconds: Seconds })),
  /** At most ten of each, the most first. */
  genres: z.array(GenreTime),
  books: z.array(BookTime),
  finishedCount: z.int(),
  finished: z.array(
    z.object({ bookId: z.nullable(BookId), title: z.string(), author: z.string(), finishedAt: Instant }),
  ),
});
export type YearReview = z.infer<typeof YearReview>;
