import { and, asc, eq, isNull } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { type AudioMeasurement, audioFiles, ebooks } from "#server/db/schema/books/formats.ts";

export type { AudioMeasurement };

export function listUnmeasured(db: Database, bookId: BookId) {
  return db
    .select({ id: audioFiles.id, storageKey: audioFiles.storageKey })
    .from(audioFiles)
    .where(and(eq(audioFiles.bookId, bookId), isNull(audioFiles.measurement)))
    .orderBy(asc(audioFiles.position))
    .limit(5_000);
}

export async function saveMeasurement(
  db: Database,
  id: string,
  measurement: AudioMeasurement,
): Promise<void> {
  await db.update(audioFiles).set({ measurement }).where(eq(audioFiles.id, id));
}

/** The key of an EPUB whose links were not checked; null for none. */
export async function findUnchecked(db: Database, bookId: BookId): Promise<string | null> {
  const [row] = await db
    .select({ storageKey: ebooks.storageKey })
    .from(ebooks)
    .where(and(eq(ebooks.bookId, bookId), isNull(ebooks.brokenLinks)));
  return row?.storageKey ?? null;
}

export async function saveBrokenLinks(
  db: Database,
  storageKey: string,
  brokenLinks: readonly string[],
): Promise<void> {
  await db.update(ebooks).set({ brokenLinks }).where(eq(ebooks.storageKey, storageKey));
}
