import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** Scheduled backups and their results. */
export const backups = pgTable(
  "backups",
  {
    id: uuid().primaryKey().defaultRandom(),
    startedAt: timestampColumn().notNull(),
    /** Null while it runs. */
    finishedAt: timestampColumn(),
    fileName: text().notNull(),
    bytes: bigint({ mode: "number" }),
    /** Empty for success. */
    error: text().notNull().default(""),
  },
  (table) => [index("backups_newest").on(table.startedAt)],
);
