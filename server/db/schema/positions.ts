import { boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { EventId, Place } from "#shared/positions/position.ts";
import { users } from "./accounts.ts";
import { books } from "./books.ts";

const at = () => timestamp({ withTimezone: true });

const owned = () => ({
  userId: uuid()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  bookId: uuid()
    .$type<BookId>()
    .notNull()
    .references(() => books.id, { onDelete: "cascade" }),
});

/** Every place that a device reported. */
export const positionEvents = pgTable(
  "position_events",
  {
    id: uuid().$type<EventId>().notNull(),
    ...owned(),
    place: jsonb().$type<Place>().notNull(),
    at: at().notNull(),
    device: text().notNull(),
    deliberate: boolean().notNull(),
    receivedAt: at().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index("position_events_newest").on(table.userId, table.bookId, table.at.desc()),
  ],
);

/** The place each reader is at in each book. */
export const currentPositions = pgTable(
  "current_positions",
  {
    ...owned(),
    eventId: uuid().$type<EventId>().notNull(),
    place: jsonb().$type<Place>().notNull(),
    at: at().notNull(),
    device: text().notNull(),
    deliberate: boolean().notNull(),
    /** The newest deliberate event so far: nothing older than it moves the place. */
    deliberateAt: at(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.bookId] })],
);
