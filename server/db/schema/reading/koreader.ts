import { doublePrecision, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { EventId } from "#shared/positions/position.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** The last report of KOReader about each document, known or not, for a user's other KOReader devices. */
export const koreaderProgress = pgTable(
  "koreader_progress",
  {
    userId: userIdColumn(),
    /** A digest of the file, or of its name. */
    document: text().notNull(),
    /** An XPointer, or a page number. */
    progress: text().notNull(),
    percentage: doublePrecision().notNull(),
    device: text().notNull(),
    deviceId: text().notNull(),
    at: timestampColumn().notNull(),
    /** The position that it became; null for a document that is no book of the library. */
    eventId: uuid().$type<EventId>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.document] }), index().on(table.userId, table.at)],
);
