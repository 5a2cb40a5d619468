import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { BulkChanges, BulkEdit } from "#shared/publishing/bulk-edits.ts";
import type { BookChanges } from "#shared/publishing/publishing-book.ts";
import { formerUserIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { bookIdColumn } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** The same change of many books, made by a job. */
export const bulkEdits = pgTable(
  "bulk_edits",
  {
    id: uuid().primaryKey().defaultRandom(),
    actorId: formerUserIdColumn(),
    changes: jsonb().$type<BulkChanges>().notNull(),
    /**
     * The changed fields of a CSV, whose rows have their own changes; null for the same change of all books.
     */
    csvFields: jsonb().$type<readonly string[]>(),
    state: text().$type<BulkEdit["state"]>().notNull().default("running"),
    total: integer().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [index("bulk_edits_newest").on(table.createdAt)],
);

export const bulkEditBooks = pgTable(
  "bulk_edit_books",
  {
    bulkId: uuid()
      .notNull()
      .references(() => bulkEdits.id, { onDelete: "cascade" }),
    bookId: bookIdColumn(),
    /** The changes of a row of a CSV; null where `bulk_edits.changes` applies. */
    changes: jsonb().$type<BookChanges>(),
    /** Changed, or changed back while the edit is undone. */
    isDone: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.bulkId, table.bookId] }),
    index().on(table.bookId),
    index("bulk_edit_books_open").on(table.bulkId, table.bookId).where(sql`not is_done`),
  ],
);
