import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** How often something was tried in the window that runs now, by hashed key: shared by all server processes. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text().primaryKey(),
    used: integer().notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.endsAt)],
);
