import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { BookTask } from "#shared/books/tasks.ts";
import type { CountDifference } from "#shared/staff/count-checks.ts";
import { bookIdColumn } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

export const bookTasks = pgTable(
  "book_tasks",
  {
    bookId: bookIdColumn(),
    name: text().$type<BookTask["name"]>().notNull(),
    state: text().$type<BookTask["state"]>().notNull().default("waiting"),
    reason: text().$type<BookTask["reason"]>(),
    storageKey: text(),
    changedAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.name] })],
);

/** The last comparison of each kept count with what it counts. */
export const countChecks = pgTable("count_checks", {
  /** A table and its column, such as `posts.like_count`. */
  name: text().primaryKey(),
  checkedAt: timestampColumn().notNull(),
  /** Rows whose count differs. */
  wrong: integer().notNull(),
  examples: jsonb().$type<readonly CountDifference[]>().notNull(),
});
