import { and, asc, desc, eq, gt, isNotNull, lte, ne } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { dataExports } from "#server/db/schema/accounts/accounts.ts";

type ExportRow = typeof dataExports.$inferSelect;

export async function insertExport(db: Database, userId: UserId, requestedAt: Date): Promise<ExportRow> {
  return expectOneRow(await db.insert(dataExports).values({ userId, requestedAt }).returning());
}

/** A user's available exports, newest first, at most 20. */
export function listExportRows(db: Database, userId: UserId): Promise<ExportRow[]> {
  return db
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.requestedAt), dataExports.id)
    .limit(20);
}

export async function findExportSince(db: Database, userId: UserId, since: Date): Promise<ExportRow | null> {
  const [row] = await db
    .select()
    .from(dataExports)
    .where(
      and(
        eq(dataExports.userId, userId),
        gt(dataExports.requestedAt, since),
        ne(dataExports.status, "failed"),
      ),
    )
    .orderBy(desc(dataExports.requestedAt))
    .limit(1);
  return row ?? null;
}

export async function findExport(db: Database, id: string): Promise<ExportRow | null> {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.id, id));
  return row ?? null;
}

export async function updateExport(
  db: Database,
  id: string,
  change: Partial<Pick<ExportRow, "status" | "storageKey" | "expiresAt">>,
): Promise<void> {
  await db.update(dataExports).set(change).where(eq(dataExports.id, id));
}

/** Storage keys of a user's exports. */
export async function listStoredExports(db: Database, userId: UserId): Promise<string[]> {
  const found = await db
    .select({ key: dataExports.storageKey })
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), isNotNull(dataExports.storageKey)))
    .orderBy(asc(dataExports.requestedAt))
    .limit(1000);
  return found.flatMap(({ key }) => (key === null ? [] : [key]));
}

/** Expired exports, at most 100. */
export function listExpiredExports(db: Database, now: Date): Promise<ExportRow[]> {
  return db
    .select()
    .from(dataExports)
    .where(lte(dataExports.expiresAt, now))
    .orderBy(dataExports.expiresAt, dataExports.id)
    .limit(100);
}

export async function deleteExport(db: Database, id: string): Promise<void> {
  await db.delete(dataExports).where(eq(dataExports.id, id));
}
