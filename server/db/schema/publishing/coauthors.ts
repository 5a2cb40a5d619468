import { boolean, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { bookIdColumn } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** Authors who work on a book of another author; invited until they accept. */
export const bookCoauthors = pgTable(
  "book_coauthors",
  {
    bookId: bookIdColumn(),
    userId: userIdColumn(),
    canEdit: boolean().notNull(),
    invitedAt: timestampColumn().notNull(),
    acceptedAt: timestampColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.userId] }),
    index("book_coauthors_user").on(table.userId),
  ],
);
