import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { StorageDriver } from "#shared/staff/storage.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { storageCopies, storageMigrations } from "#server/db/schema/system/storage.ts";

export type MigrationRow = typeof storageMigrations.$inferSelect;

export async function findLatestMigration(db: Database): Promise<MigrationRow | null> {
  const [row] = await db.select().from(storageMigrations).orderBy(desc(storageMigrations.startedAt)).limit(1);
  return row ?? null;
}

/** Until the transaction ends, no other migration starts or changes its state. */
export async function lockMigrations(tx: Database): Promise<void> {
  await tx.execute(sql`lock table storage_migrations in share row exclusive mode`);
}

export async function insertMigration(db: Database, target: StorageDriver, startedAt: Date): Promise<string> {
  const added = await db
    .insert(storageMigrations)
    .values({ target, startedAt })
    .returning({ id: storageMigrations.id });
  return expectOneRow(added).id;
}

/** @returns whether the migration was in one of the states */
export async function updateMigration(
  db: Database,
  id: string,
  from: readonly MigrationRow["state"][],
  changes: Partial<Omit<MigrationRow, "id" | "target" | "startedAt">>,
): Promise<boolean> {
  const updated = await db
    .update(storageMigrations)
    .set(changes)
    .where(and(eq(storageMigrations.id, id), inArray(storageMigrations.state, [...from])))
    .returning({ id: storageMigrations.id });
  return updated.length > 0;
}

export async function listCopies(db: Database, migrationId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ key: storageCopies.key })
    .from(storageCopies)
    .where(eq(storageCopies.migrationId, migrationId));
  return new Set(rows.map(({ key }) => key));
}

/** Records a verified copy and counts it. */
export async function insertCopy(
  db: Database,
  migrationId: string,
  key: string,
  bytes: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(storageCopies).values({ migrationId, key, bytes }).onConflictDoNothing();
    await tx
      .update(storageMigrations)
      .set({
        copiedFiles: sql`${storageMigrations.copiedFiles} + 1`,
        copiedBytes: sql`${storageMigrations.copiedBytes} + ${bytes}`,
        error: "",
      })
      .where(eq(storageMigrations.id, migrationId));
  });
}

export async function deleteCopies(db: Database, migrationId: string): Promise<void> {
  await db.delete(storageCopies).where(eq(storageCopies.migrationId, migrationId));
}
