import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { EventId, Locator } from "#shared/positions/position.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { userBookColumns } from "#server/db/schema/user-book-columns.ts";

/** Partitioned by `reportedAt`; an id is unique within a partition: see `server/db/partitions.ts`. */
export const positionEvents = pgTable(
  "position_events",
  {
    id: uuid().$type<EventId>().notNull(),
    ...userBookColumns(),
    locator: jsonb().$type<Locator>().notNull(),
    at: timestampColumn().notNull(),
    deviceAt: timestampColumn().notNull(),
    device: text().notNull(),
    isDeliberate: boolean().notNull(),
    /** Allows a fall below 1 %. */
    reset: boolean().notNull().default(false),
    receivedAt: timestampColumn().notNull(),
    /** The uncorrected time of the device, which is the same when an event is sent again; 1970 for those of earlier versions. */
    reportedAt: timestampColumn().notNull().default(sql`to_timestamp(0)`),
  },
  (table) => [
    index("position_events_newest").on(
      table.userId,
      table.bookId,
      sql`${table.at} desc`,
      sql`${table.deviceAt} desc`,
      sql`${table.isDeliberate} desc`,
      sql`${table.id} desc`,
    ),
  ],
);

/** The current position per user and book; `record_positions` writes it with each event. */
export const currentPositions = pgTable(
  "current_positions",
  {
    ...userBookColumns(),
    eventId: uuid().$type<EventId>().notNull(),
    locator: jsonb().$type<Locator>().notNull(),
    at: timestampColumn().notNull(),
    device: text().notNull(),
    isDeliberate: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.bookId] })],
);

/** Files of old events, of the readers from the first to the last; see `server/features/positions/archive.ts`. */
export const positionArchives = pgTable(
  "position_archives",
  {
    storageKey: text().primaryKey(),
    firstUserId: uuid().$type<UserId>().notNull(),
    lastUserId: uuid().$type<UserId>().notNull(),
    rows: integer().notNull(),
    bytes: integer().notNull(),
    /** Of the compressed file. */
    sha256: text().notNull(),
    archivedAt: timestampColumn().notNull(),
  },
  (table) => [index().on(table.firstUserId, table.lastUserId)],
);
