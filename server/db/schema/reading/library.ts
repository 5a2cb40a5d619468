import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { LibraryStatus } from "#shared/library/entry.ts";
import type { BookPlayerSettings } from "#shared/player/contract.ts";
import type { ReaderSettings } from "#shared/reader/contract.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { userBookColumns } from "#server/db/schema/user-book-columns.ts";

export const libraryEntries = pgTable(
  "library_entries",
  {
    ...userBookColumns(),
    status: text().$type<LibraryStatus>().notNull(),
    addedAt: timestampColumn().notNull().defaultNow(),
    /** Updated by status changes and reading. */
    updatedAt: timestampColumn().notNull().defaultNow(),
    startedAt: timestampColumn(),
    finishedAt: timestampColumn(),
    /** `finishedAt` if half of the book was covered (`book_reach`): counts in public. Set by a trigger. */
    countedAt: timestampColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.bookId] }),
    index("library_newest").on(table.userId, table.updatedAt, table.bookId),
    index("library_by_book").on(table.bookId),
    index("library_finished").on(table.userId, table.finishedAt).where(sql`finished_at is not null`),
    index("library_counted").on(table.userId, table.countedAt).where(sql`counted_at is not null`),
  ],
);

export const readerSettings = pgTable("reader_settings", {
  userId: userIdColumn().primaryKey(),
  settings: jsonb().$type<ReaderSettings>().notNull(),
});

export const bookReaderSettings = pgTable(
  "book_reader_settings",
  { ...userBookColumns(), settings: jsonb().$type<ReaderSettings>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.bookId] })],
);

export const bookPlayerSettings = pgTable(
  "book_player_settings",
  { ...userBookColumns(), settings: jsonb().$type<BookPlayerSettings>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.bookId] })],
);

export const releaseAlerts = pgTable(
  "release_alerts",
  { ...userBookColumns(), requestedAt: timestampColumn().notNull() },
  (table) => [primaryKey({ columns: [table.bookId, table.userId] }), index().on(table.userId)],
);
