import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { BookTask } from "#shared/books/tasks.ts";
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
