import { asc, eq } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { alignmentAnchors, syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters, ebookTexts } from "#server/db/schema/books/formats.ts";

/** Null when there is no such book. */
export async function findBook(db: Database, bookId: BookId) {
  const [row] = await db
    .select(pick(books, "title", "language", "hasEbook", "hasAudiobook"))
    .from(books)
    .where(eq(books.id, bookId));
  return row ?? null;
}

/** The documents of a book, one sentence per line. */
export function listTexts(db: Database, bookId: BookId) {
  return db
    .select({ spineIndex: ebookTexts.spineIndex, text: ebookTexts.text })
    .from(ebookTexts)
    .where(eq(ebookTexts.bookId, bookId))
    .orderBy(asc(ebookTexts.spineIndex));
}

export function listAudioChapters(db: Database, bookId: BookId) {
  return db
    .select({
      number: chapters.chapterNumber,
      ...pick(chapters, "title", "start", "end"),
      fileId: chapters.audioFileId,
      fileName: audioFiles.fileName,
      storageKey: audioFiles.storageKey,
    })
    .from(chapters)
    .innerJoin(audioFiles, eq(audioFiles.id, chapters.audioFileId))
    .where(eq(chapters.bookId, bookId))
    .orderBy(asc(chapters.chapterNumber));
}

export type AudioChapterRow = Awaited<ReturnType<typeof listAudioChapters>>[number];

export function listMaps(db: Database, bookId: BookId) {
  return db.select().from(syncMaps).where(eq(syncMaps.bookId, bookId)).orderBy(asc(syncMaps.chapterNumber));
}

export function listAnchors(db: Database, bookId: BookId) {
  return db
    .select()
    .from(alignmentAnchors)
    .where(eq(alignmentAnchors.bookId, bookId))
    .orderBy(asc(alignmentAnchors.chapterNumber), asc(alignmentAnchors.at));
}
