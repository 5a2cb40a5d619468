import { asc, count, eq, gt, sql } from "drizzle-orm";
import type { RecordingId } from "#shared/prayer/alert-settings.ts";
import type { Recording } from "#shared/prayer/recordings.ts";
import type { Database } from "#server/db/client.ts";
import { prayerRecordings as recordings } from "#server/db/schema/prayer/prayer-admin.ts";

export type RecordingDetails = Pick<Recording, "kind" | "title" | "licence" | "isFajr">;
type NewRecording = Omit<typeof recordings.$inferInsert, "id" | "position">;
type StoredRecording = typeof recordings.$inferSelect;

/** Locks the order of the list. */
export async function lockRecordings(db: Database): Promise<void> {
  await db.execute(sql`lock table ${recordings} in share row exclusive mode`);
}

export function listRecordingRows(db: Database): Promise<StoredRecording[]> {
  return db.select().from(recordings).orderBy(asc(recordings.position), asc(recordings.id)).limit(1000);
}

export async function findRecording(db: Database, id: RecordingId): Promise<StoredRecording | null> {
  const [row] = await db.select().from(recordings).where(eq(recordings.id, id));
  return row ?? null;
}

export async function countRecordings(db: Database): Promise<number> {
  const [row] = await db.select({ count: count() }).from(recordings);
  return row?.count ?? 0;
}

/** Null when the same audio exists already. */
export async function insertRecording(
  db: Database,
  recording: NewRecording,
): Promise<StoredRecording | null> {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from prayer_recordings)`;
  const [inserted] = await db
    .insert(recordings)
    .values({ ...recording, position: last })
    .onConflictDoNothing({ target: recordings.sha256 })
    .returning();
  return inserted ?? null;
}

export async function updateRecordingRow(
  db: Database,
  id: RecordingId,
  details: RecordingDetails,
): Promise<void> {
  await db.update(recordings).set(details).where(eq(recordings.id, id));
}

export async function orderRecordingRows(db: Database, ids: readonly RecordingId[]): Promise<void> {
  const order = sql.param(`{${ids.join(",")}}`);
  await db.update(recordings).set({ position: sql`array_position(${order}::uuid[], ${recordings.id})` });
}

/** Removes a recording and closes the gap in the order. */
export async function deleteRecordingRow(db: Database, { id, position }: StoredRecording): Promise<void> {
  await db.delete(recordings).where(eq(recordings.id, id));
  await db
    .update(recordings)
    .set({ position: sql`${recordings.position} - 1` })
    .where(gt(recordings.position, position));
}
