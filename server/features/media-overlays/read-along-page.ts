import type { BookId } from "#shared/books/book.ts";
import type { PageTask } from "#server/epub/media-overlay-export/page-with-ids.ts";
import { getRequiredIds, planPages } from "#server/epub/media-overlay-export/write-media-overlays.ts";
import { extractSpeechInWorker } from "#server/epub/workers.ts";
import type { Services } from "#server/services.ts";
import { toSpoken } from "./export.ts";
import { listSpokenChapters } from "./export-queries.ts";

/** A page of a book's EPUB as its read-along edition has it, by the sync map of now. */
export async function markReadAlongPage(
  { db }: Pick<Services, "db">,
  bookId: BookId,
  spineIndex: number,
  page: Omit<PageTask, "requiredIds">,
): Promise<Uint8Array> {
  const chapters = (await listSpokenChapters(db, bookId)).map((row) => toSpoken(row, 0));
  const parts = planPages(chapters).get(spineIndex);
  if (!parts) return page.content;
  const requiredIds = getRequiredIds(parts, spineIndex, null);
  return Buffer.from((await extractSpeechInWorker({ ...page, requiredIds })).markup);
}
