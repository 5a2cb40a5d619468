import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { MergeKind } from "#shared/staff/merges.ts";
import { formerUserIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** Genres, themes and contributors that staff merged into others. */
export const merges = pgTable(
  "merges",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<MergeKind>().notNull(),
    fromId: uuid().notNull(),
    targetId: uuid().notNull(),
    /** The deleted row. */
    fromRow: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Columns of the target that were empty and took the values of the deleted row. */
    filledColumns: jsonb().$type<readonly string[]>().notNull().default([]),
    actorId: formerUserIdColumn(),
    mergedAt: timestampColumn().notNull(),
    undoneAt: timestampColumn(),
  },
  (table) => [index().on(table.kind, table.mergedAt), index().on(table.fromId), index().on(table.actorId)],
);

/** Rows that a merge moved, for its undo. */
export const mergedRows = pgTable(
  "merged_rows",
  {
    id: uuid().primaryKey().defaultRandom(),
    mergeId: uuid()
      .notNull()
      .references(() => merges.id, { onDelete: "cascade" }),
    /** The table that refers to the merged row. */
    table: text("table_name").notNull(),
    /** The key of a moved row; all columns of a deleted duplicate. */
    row: jsonb().$type<Record<string, unknown>>().notNull(),
    isDuplicate: boolean().notNull(),
  },
  (table) => [index().on(table.mergeId)],
);
