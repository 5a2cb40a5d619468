import { and, desc, eq, gt, isNotNull, isNull, ne } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { audioFiles, ebooks } from "#server/db/schema/books/formats.ts";
import { storageChecks } from "#server/db/schema/system/storage.ts";

export type CheckRow = typeof storageChecks.$inferSelect;

export async function findLatestCheck(db: Database): Promise<CheckRow | null> {
  const [row] = await db.select().from(storageChecks).orderBy(desc(storageChecks.startedAt)).limit(1);
  return row ?? null;
}

/** Files that the last finished check found missing or altered; null before the first. */
export async function countDamagedFiles(db: Pick<Database, "select">): Promise<number | null> {
  const [row] = await db
    .select({ missing: storageChecks.missingCount, altered: storageChecks.alteredCount })
    .from(storageChecks)
    .where(isNotNull(storageChecks.finishedAt))
    .orderBy(desc(storageChecks.startedAt))
    .limit(1);
  return row ? row.missing + row.altered : null;
}

export async function isCheckRunning(db: Database, since: Date): Promise<boolean> {
  const running = and(isNull(storageChecks.finishedAt), gt(storageChecks.startedAt, since));
  return (await db.$count(storageChecks, running)) > 0;
}

export async function insertCheck(db: Database, readsContent: boolean, startedAt: Date): Promise<string> {
  const added = await db
    .insert(storageChecks)
    .values({ readsContent, startedAt })
    .returning({ id: storageChecks.id });
  return expectOneRow(added).id;
}

export async function finishCheck(
  db: Database,
  id: string,
  result: Omit<CheckRow, "id" | "startedAt" | "readsContent">,
): Promise<void> {
  await db.update(storageChecks).set(result).where(eq(storageChecks.id, id));
}

export async function hasStoredFiles(db: Database): Promise<boolean> {
  const found = await Promise.all([
    db.select({ key: ebooks.storageKey }).from(ebooks).where(ne(ebooks.storageKey, "")).limit(1),
    db.select({ key: audioFiles.storageKey }).from(audioFiles).where(ne(audioFiles.storageKey, "")).limit(1),
  ]);
  return found.some((rows) => rows.length > 0);
}
