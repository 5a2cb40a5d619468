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

/** Seconds by format, which add up to the total. */
export const TotalsByKind = z.object({
  reading: Seconds,
  listening: Seconds,
  speech: Seconds,
  readAlong: Seconds,
});
export type TotalsByKind = z.infer<typeof TotalsByKind>;

export const Streak = z.object({
  current: z.int(),
  longest: z.int(),
  hasToday: z.boolean(),
});
export type Streak = z.infer<typeof Streak>;

/** Reading speed in words per minute; null before ten measured minutes with page turns. */
export const ReadingSpeed = z.object({
  wordsPerMinute: z.nullable(z.int()),
  pagesPerHour: z.nullable(z.number()),
});
export type ReadingSpeed = z.infer<typeof ReadingSpeed>;

/** The activity summary, by the reader's calendar days. */
export const ActivitySummary = z.object({
  today: Day,
  day: ActivityTotals,
  week: ActivityTotals,
  month: ActivityTotals,
  year: ActivityTotals,
  total: ActivityTotals,
  streak: Streak,
  readingSpeed: ReadingSpeed,
  finished: z.object({ year: z.int(), total: z.int() }),
  /** Null without activity. */
  firstDay: z.nullable(Day),
  /** The day of the first finished book, here or elsewhere; null when unknown. */
  firstFinished: z.nullable(Day),
});
export type ActivitySummary = z.infer<typeof ActivitySummary>;

/** A day of the heat map. */
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

export const TimeBreakdown = z.object({
  sums: ActivityTotals,
  byKind: TotalsByKind,
  /** Largest first. A book with several genres counts in each. */
  genres: z.array(GenreTime),
  /** At most fifty, largest first. */
  books: z.array(BookTime),
});
export type TimeBreakdown = z.infer<typeof TimeBreakdown>;

/** A year in review, by the reader's calendar days; the current year so far. */
export const YearReview = z.object({
  calendar: YearCalendar,
  year: z.int(),
  from: Day,
  to: Day,
  isOver: z.boolean(),
  sums: ActivityTotals,
  byKind: TotalsByKind,
  /** Twelve, in order. */
  months: z.array(z.object({ startsOn: Day, seconds: Seconds, pages: z.number() })),
  /** The longest streak of the year. */
  longestRun: z.int(),
  bestDay: z.nullable(z.object({ day: Day, seconds: Seconds })),
  /** At most ten of each, largest first. */
  genres: z.array(GenreTime),
  books: z.array(BookTime),
  finishedCount: z.int(),
  finished: z.array(
    z.object({
      bookId: z.nullable(BookId),
      title: z.string(),
      author: z.string(),
      /** Empty without a cover. */
      coverImageUrl: z.string(),
      finishedAt: Instant,
    }),
  ),
});
export type YearReview = z.infer<typeof YearReview>;
