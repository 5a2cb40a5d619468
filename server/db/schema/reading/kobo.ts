import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { KoboLocation } from "#shared/kobo/contract.ts";
import type { EventId } from "#shared/positions/position.ts";
import { appTokens } from "#server/db/schema/accounts/accounts.ts";
import { bookIdColumn } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** The books that a Kobo device has; a device is a token. */
export const koboBooks = pgTable(
  "kobo_books",
  {
    tokenId: uuid()
      .notNull()
      .references(() => appTokens.id, { onDelete: "cascade" }),
    bookId: bookIdColumn(),
    /** Of the file and the details that the device got. */
    version: text().notNull(),
    /** The reply in which it was sent; the device confirms it with its next request. */
    batch: integer().notNull().default(0),
    /** It left the library; the device removes it at the next sync. */
    isRemoved: boolean().notNull().default(false),
    /** The device deleted it, so that it is not sent again. */
    isArchived: boolean().notNull().default(false),
    /** The time of the position that the device got last; null for none. */
    positionAt: timestampColumn(),
    /** Where the device was, in its own terms; null before it reported. */
    location: jsonb().$type<KoboLocation>(),
    /** The position that it became. */
    eventId: uuid().$type<EventId>(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.bookId] }), index().on(table.bookId)],
);
