import { and, asc, eq } from "drizzle-orm";
import { aiVoiceName, type BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { creditedName } from "#server/db/credited-name.ts";
import { pick } from "#server/db/pick.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/books/formats.ts";
import { overlayMarks } from "#server/db/schema/books/media-overlays.ts";

/** Null when the book has no text. */
export async function findEbook(db: Database, bookId: BookId) {
  const [row] = await db
    .select({ title: books.title, ...pick(ebooks, "storageKey", "sha256") })
    .from(ebooks)
    .innerJoin(books, eq(books.id, ebooks.bookId))
    .where(eq(ebooks.bookId, bookId))
    .limit(1);
  return row ?? null;
}

export function listAudioFiles(db: Database, bookId: BookId) {
  return db
    .select(pick(audioFiles, "id", "storageKey", "bytes", "mediaType", "codec"))
    .from(audioFiles)
    .where(eq(audioFiles.bookId, bookId))
    .orderBy(asc(audioFiles.position))
    .limit(5_000);
}

/** The chapters of a book, each with its sync map and publisher's marks; nulls where there are none. */
export function listSpokenChapters(db: Database, bookId: BookId) {
  return db
    .select({
      chapterNumber: chapters.chapterNumber,
      fileId: chapters.audioFileId,
      start: chapters.start,
      end: chapters.end,
      ...pick(syncMaps, "source", "sentences", "firstSentence", "lastSentence"),
      marks: overlayMarks.marks,
    })
    .from(chapters)
    .leftJoin(
      syncMaps,
      and(eq(syncMaps.bookId, chapters.bookId), eq(syncMaps.chapterNumber, chapters.chapterNumber)),
    )
    .leftJoin(
      overlayMarks,
      and(
        eq(overlayMarks.bookId, chapters.bookId),
        eq(overlayMarks.chapterNumber, chapters.chapterNumber),
        eq(syncMaps.source, "overlay"),
      ),
    )
    .where(eq(chapters.bookId, bookId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(5_000);
}

export async function listNarrators(db: Database, bookId: BookId): Promise<string[]> {
  const [book] = await db.select({ hasAiVoice: books.hasAiVoice }).from(books).where(eq(books.id, bookId));
  if (book?.hasAiVoice) return [aiVoiceName];
  const rows = await db
    .select({ name: creditedName })
    .from(bookContributors)
    .innerJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(and(eq(bookContributors.bookId, bookId), eq(bookContributors.role, "narrator")))
    .orderBy(asc(bookContributors.position))
    .limit(50);
  return rows.map(({ name }) => name);
}
