import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { BookTask } from "#shared/books/tasks.ts";
import { ofBook } from "./books.ts";
import { timestampColumn } from "./columns.ts";

/** Work on a book that goes on after its files were taken in; the queue holds the jobs, this what people are told of them. */
export const bookTasks = pgTable(
  "book_tasks",
  {
    bookId: ofBook(),
    name: text().$type<BookTask["name"]>().notNull(),
    state: text().$type<BookTask["state"]>().notNull().default("waiting"),
    reason: text().$type<BookTask["reason"]>(),
    /** A stored file that the work needs, and that goes when it is done. */
    storageKey: text(),
    changedAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.name] })],
);
