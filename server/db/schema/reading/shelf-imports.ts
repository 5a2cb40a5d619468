import { sql } from "drizzle-orm";
import { date, index, pgTable, real, text, unique, uuid } from "drizzle-orm/pg-core";
import type { BookId } from "#shared/books/book.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import type { ImportedBookId, ShelfSource } from "#shared/shelf-import/contract.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

export const importedBooks = pgTable(
  "imported_books",
  {
    id: uuid().$type<ImportedBookId>().primaryKey().defaultRandom(),
    userId: userIdColumn(),
    source: text().$type<ShelfSource>().notNull(),
    /** The source's id, so that a second import of the same file adds nothing. */
    key: text().notNull(),
    title: text().notNull(),
    author: text().notNull(),
    status: text().$type<LibraryStatus>(),
    stars: real(),
    finishedOn: date().$type<Day>(),
    /** The matching book in this library. */
    bookId: uuid()
      .$type<BookId>()
      .references(() => books.id, { onDelete: "set null" }),
    storedAt: timestampColumn().notNull(),
  },
  (table) => [
    unique("imported_books_once").on(table.userId, table.key),
    index("imported_books_finished").on(table.userId, table.finishedOn).where(sql`finished_on is not null`),
    index("imported_books_of_book").on(table.bookId).where(sql`book_id is not null`),
  ],
);
