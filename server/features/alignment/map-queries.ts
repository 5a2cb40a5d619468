import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";

export type StoredMap = typeof syncMaps.$inferSelect;

export async function upsertSyncMaps(db: Database, maps: readonly StoredMap[]): Promise<void> {
  const [first] = maps;
  if (!first) return;
  const numbers = maps.map(({ chapterNumber }) => chapterNumber);
  await db
    .delete(syncMaps)
    .where(and(eq(syncMaps.bookId, first.bookId), inArray(syncMaps.chapterNumber, numbers)));
  for (let at = 0; at < maps.length; at += 200) {
    await db.insert(syncMaps).values(maps.slice(at, at + 200));
  }
}
