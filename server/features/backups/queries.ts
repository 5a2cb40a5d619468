import { desc, eq } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { backups } from "#server/db/schema/system/backups.ts";

export type BackupRow = typeof backups.$inferSelect;

export async function findLastBackup(db: Database): Promise<BackupRow | null> {
  const [row] = await db.select().from(backups).orderBy(desc(backups.startedAt)).limit(1);
  return row ?? null;
}

export async function insertBackup(db: Database, fileName: string, startedAt: Date): Promise<string> {
  return expectOneRow(await db.insert(backups).values({ fileName, startedAt }).returning({ id: backups.id }))
    .id;
}

export async function finishBackup(
  db: Database,
  id: string,
  result: Pick<BackupRow, "finishedAt" | "bytes" | "error">,
): Promise<void> {
  await db.update(backups).set(result).where(eq(backups.id, id));
}
