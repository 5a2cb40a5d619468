import { and, asc, eq } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import type { Database } from "#server/db/client.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { ebooks, type StoredSample } from "#server/db/schema/books/formats.ts";
import { overlayMarks, overlays } from "#server/db/schema/books/media-overlays.ts";

export type StoredOverlay = typeof overlays.$inferSelect;
export type StoredMarks = typeof overlayMarks.$inferSelect;

export async function insertOverlay(
  db: Database,
  overlay: StoredOverlay,
  marks: readonly StoredMarks[],
): Promise<void> {
  await db.insert(overlays).values(overlay);
  for (let at = 0; at < marks.length; at += 100) {
    await db.insert(overlayMarks).values(marks.slice(at, at + 100));
  }
}

export async function findOverlay(db: Database, bookId: BookId): Promise<StoredOverlay | null> {
  const [row] = await db.select().from(overlays).where(eq(overlays.bookId, bookId)).limit(1);
  return row ?? null;
}

/** Marks are valid only with the overlay's own sync map. */
const areValid = and(
  eq(syncMaps.bookId, overlayMarks.bookId),
  eq(syncMaps.chapterNumber, overlayMarks.chapterNumber),
  eq(syncMaps.source, "overlay"),
);

/** The numbers of chapters with marks. */
export async function listMarkedChapters(db: Database, bookId: BookId): Promise<number[]> {
  const rows = await db
    .select({ chapterNumber: overlayMarks.chapterNumber })
    .from(overlayMarks)
    .innerJoin(syncMaps, areValid)
    .where(eq(overlayMarks.bookId, bookId))
    .orderBy(asc(overlayMarks.chapterNumber))
    .limit(5_000);
  return rows.map(({ chapterNumber }) => chapterNumber);
}

export async function listMarks(
  db: Database,
  bookId: BookId,
  chapterNumber: number,
): Promise<readonly OverlayMark[]> {
  const [row] = await db
    .select({ marks: overlayMarks.marks })
    .from(overlayMarks)
    .innerJoin(syncMaps, areValid)
    .where(and(eq(overlayMarks.bookId, bookId), eq(overlayMarks.chapterNumber, chapterNumber)))
    .limit(1);
  return row?.marks ?? [];
}

/** Where the free sample of the text ends; null without a text. */
export async function findSample(db: Database, bookId: BookId): Promise<StoredSample | null> {
  const [row] = await db
    .select({ sample: ebooks.sample })
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId))
    .limit(1);
  return row?.sample ?? null;
}
