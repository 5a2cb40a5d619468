import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

/** Counts of fewer readers are withheld, so that nobody can be recognized. */
export const minReaders = 10;

/** Null when it is withheld. */
const Count = z.nullable(z.int());

export const WeekStats = z.object({
  /** The Monday of the week. */
  week: z.iso.date(),
  readers: Count,
  listeners: Count,
  minutes: Count,
  finished: Count,
});
export type WeekStats = z.infer<typeof WeekStats>;

export const StoppingPoint = z.object({
  format: z.enum(["text", "audio"]),
  /** Its number among the chapters, from 1. */
  number: z.int(),
  chapter: z.string(),
  /** Readers who stopped in this chapter. */
  readers: Count,
});
export type StoppingPoint = z.infer<typeof StoppingPoint>;

export const BookStats = z.object({
  /** Null before the first night. */
  updatedAt: z.nullable(Instant),
  /** The last 52 weeks, newest first; weeks without readers are missing. */
  weeks: z.array(WeekStats),
  /** In the order of the book; chapters without readers are missing. */
  stops: z.array(StoppingPoint),
});
export type BookStats = z.infer<typeof BookStats>;

const bookParams = z.strictObject({ bookId: BookId });

export const authorStatsContract = {
  getBookStats: route({
    method: "GET",
    path: "/api/publishing/books/:bookId/stats",
    access: "publisher",
    unwatched: "Computed each night",
    summary:
      "Readers, listeners and minutes of a book by week, and where readers stop; small counts are withheld",
    params: bookParams,
    response: BookStats,
  }),
};

export const authorStatsStreams = {
  downloadBookStats: stream({
    method: "GET",
    path: "/api/publishing/books/:bookId/stats.csv",
    access: "publisher",
    summary: "The weekly stats of a book as CSV",
    unwatched: "Computed each night",
    produces: "text/csv",
    params: bookParams,
  }),
};
