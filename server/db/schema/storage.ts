import { boolean, index, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { timestampColumn } from "./columns.ts";

const keys = () => jsonb().$type<readonly string[]>().notNull().default([]);
const count = () => integer().notNull().default(0);

/** Comparisons of the stored files with the rows. */
export const storageChecks = pgTable(
  "storage_checks",
  {
    id: uuid().primaryKey().defaultRandom(),
    startedAt: timestampColumn().notNull(),
    finishedAt: timestampColumn(),
    readsContent: boolean().notNull(),
    missing: keys(),
    missingCount: count(),
    altered: keys(),
    alteredCount: count(),
    untracked: keys(),
    untrackedCount: count(),
  },
  (table) => [index("storage_checks_newest").on(table.startedAt)],
);
