import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import type { ReaderSettings } from "#shared/reader/contract.ts";
import { users } from "./accounts.ts";
import { timestampColumn } from "./columns.ts";
import { userBookColumns } from "./user-book-columns.ts";

export const libraryEntries = pgTable(
  "library_entries",
  {
    ...userBookColumns(),
    status: text().$type<LibraryStatus>().notNull(),
    addedAt: timestampColumn().notNull().defaultNow(),
    /** Touched by a change of status and by reading on. */
    updatedAt: timestampColumn().notNull().defaultNow(),
    startedAt: timestampColumn(),
    finishedAt: timestampColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.bookId] }),
    index("library_newest").on(table.userId, table.updatedAt, table.bookId),
    index("library_by_book").on(table.bookId),
    index("library_finished").on(table.userId, table.finishedAt).where(sql`finished_at is not null`),
  ],
);

/** How a reader sets type: a row for everywhere, and one for each book that differs. */
export const readerSettings = pgTable("reader_settings", {
  userId: uuid()
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  settings: jsonb().$type<ReaderSettings>().notNull(),
});

export const bookReaderSettings = pgTable(
  "book_reader_settings",
  { ...userBookColumns(), settings: jsonb().$type<ReaderSettings>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.bookId] })],
);

/** Readers who want to be told when a coming book appears; the rows go when they were. */
export const releaseAlertsDue = pgTable(
  "release_alerts",
  { ...userBookColumns(), requestedAt: timestampColumn().notNull() },
  (table) => [primaryKey({ columns: [table.bookId, table.userId] }), index().on(table.userId)],
);
