import { date, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { StoppingPoint } from "#shared/author-stats/contract.ts";
import { bookIdColumn } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** Readers of a book by week, without its owner and staff. Never sent without `withholdSmallCounts`. */
export const bookWeeks = pgTable(
  "book_weeks",
  {
    bookId: bookIdColumn(),
    /** The Monday. */
    week: date().notNull(),
    readers: integer().notNull(),
    listeners: integer().notNull(),
    minutes: integer().notNull(),
    finished: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.week] })],
);

/** Readers who have not finished a book, by the hundredth of it that they reached. */
export const bookStops = pgTable(
  "book_stops",
  {
    bookId: bookIdColumn(),
    format: text().$type<StoppingPoint["format"]>().notNull(),
    /** 0 to 99. */
    percent: smallint().notNull(),
    readers: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.format, table.percent] })],
);

/** The last run. */
export const statsRuns = pgTable("stats_runs", {
  kind: text().$type<"changed" | "all">().primaryKey(),
  at: timestampColumn().notNull(),
});
