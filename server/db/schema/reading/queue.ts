import { index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { userBookColumns } from "#server/db/schema/user-book-columns.ts";

/** The audiobooks that a user hears next. */
export const queuedBooks = pgTable(
  "queued_books",
  {
    ...userBookColumns(),
    /** From 0; gaps stay where a deleted book was. */
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.bookId] }), index().on(table.bookId)],
);
