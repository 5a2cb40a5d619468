import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What this database has been through once, such as `demo-begun` and `demo-loaded`. */
export const installFlags = pgTable("install_flags", {
  name: text().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
});
