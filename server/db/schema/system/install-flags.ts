import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** One-time flags such as `demo-started` and `demo-loaded`. */
export const installFlags = pgTable("install_flags", {
  name: text().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
});
