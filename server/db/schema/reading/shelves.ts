import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ShelfId, ShelfVisibility } from "#shared/shelves/contract.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { bookIdColumn } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

export const shelves = pgTable(
  "shelves",
  {
    id: uuid().$type<ShelfId>().primaryKey().defaultRandom(),
    userId: userIdColumn(),
    name: text().notNull(),
    description: text().notNull().default(""),
    visibility: text().$type<ShelfVisibility>().notNull(),
    createdAt: timestampColumn().notNull(),
    updatedAt: timestampColumn().notNull(),
    /** Followers were notified of the books that were added until then. */
    announcedAt: timestampColumn().notNull(),
    /** When staff hid it from others. */
    removedAt: timestampColumn(),
    removedReason: text().notNull().default(""),
    /** When an admin chose it for the landing page; of one shelf at most. */
    pickedAt: timestampColumn(),
  },
  (table) => [
    index("shelves_of_user").on(table.userId, table.updatedAt),
    uniqueIndex("shelves_picked").on(sql`(true)`).where(sql`picked_at is not null`),
  ],
);

export const shelfBooks = pgTable(
  "shelf_books",
  {
    shelfId: uuid()
      .$type<ShelfId>()
      .notNull()
      .references(() => shelves.id, { onDelete: "cascade" }),
    bookId: bookIdColumn(),
    position: integer().notNull(),
    note: text().notNull().default(""),
    addedAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shelfId, table.bookId] }),
    index("shelf_books_in_order").on(table.shelfId, table.position, table.bookId),
    index("shelf_books_newest").on(table.shelfId, table.addedAt),
    index("shelf_books_of_book").on(table.bookId),
  ],
);
