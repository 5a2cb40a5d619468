import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { StorageDriver, StorageMigrationState } from "#shared/staff/storage.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

const storageKeysColumn = () => jsonb().$type<readonly string[]>().notNull().default([]);
const count = () => integer().notNull().default(0);

/** Comparisons of the stored files with the rows. */
export const storageChecks = pgTable(
  "storage_checks",
  {
    id: uuid().primaryKey().defaultRandom(),
    startedAt: timestampColumn().notNull(),
    finishedAt: timestampColumn(),
    readsContent: boolean().notNull(),
    missing: storageKeysColumn(),
    missingCount: count(),
    altered: storageKeysColumn(),
    alteredCount: count(),
    untracked: storageKeysColumn(),
    untrackedCount: count(),
  },
  (table) => [index("storage_checks_newest").on(table.startedAt)],
);

/** Moves of all files from one storage to another; the newest decides which one is used. */
export const storageMigrations = pgTable(
  "storage_migrations",
  {
    id: uuid().primaryKey().defaultRandom(),
    target: text().$type<StorageDriver>().notNull(),
    state: text().$type<StorageMigrationState>().notNull().default("copying"),
    startedAt: timestampColumn().notNull(),
    switchedAt: timestampColumn(),
    finishedAt: timestampColumn(),
    totalFiles: count(),
    copiedFiles: count(),
    copiedBytes: bigint({ mode: "number" }).notNull().default(0),
    error: text().notNull().default(""),
  },
  (table) => [index("storage_migrations_newest").on(table.startedAt)],
);

/** Files whose copy in the target has the same digest. */
export const storageCopies = pgTable(
  "storage_copies",
  {
    migrationId: uuid()
      .notNull()
      .references(() => storageMigrations.id, { onDelete: "cascade" }),
    key: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.migrationId, table.key] })],
);
