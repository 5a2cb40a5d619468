import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { BookPlayerSettings } from "#shared/player/contract.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { prepareQuery } from "#server/db/prepared-statements.ts";
import { bookRevisions, books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters } from "#server/db/schema/books/formats.ts";
import { bookPlayerSettings } from "#server/db/schema/reading/library.ts";

/** Null when there is no such book. */
export async function findAudiobook(db: Database, bookId: BookId) {
  const [row] = await db
    .select(pick(books, "title", "author", "coverHash", "direction", "hasEbook", "hasAiVoice"))
    .from(books)
    .where(eq(books.id, bookId));
  return row ?? null;
}

/** The chapters of a book, each with its file and the sample's share of it. */
export function listChapters(db: Database, bookId: BookId) {
  return db
    .select({
      ...pick(chapters, "chapterNumber", "chapterType", "title"),
      fileId: chapters.audioFileId,
      ...pick(chapters, "start", "end", "inSample"),
      sampleEnd: audioFiles.sampleEnd,
      fileDuration: audioFiles.duration,
      fileBytes: audioFiles.bytes,
      artworkKey: audioFiles.artworkKey,
    })
    .from(chapters)
    .innerJoin(audioFiles, eq(audioFiles.id, chapters.audioFileId))
    .where(eq(chapters.bookId, bookId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(5000);
}

/** The audio files of a book in order. */
export function listFiles(db: Database, bookId: BookId) {
  return db
    .select(pick(audioFiles, "id", "mediaType", "bytes", "duration", "sampleEnd"))
    .from(audioFiles)
    .where(eq(audioFiles.bookId, bookId))
    .orderBy(asc(audioFiles.position))
    .limit(5000);
}

const audioColumns = {
  ...pick(audioFiles, "storageKey", "bytes", "sha256", "mediaType", "sampleRanges"),
  ...pick(books, "id", "state", "isFree", "isDemo", "allowsDownload", "ownerId", "hasEbook", "hasAudiobook"),
};

const audioStatement = prepareQuery((db) =>
  db
    .select(audioColumns)
    .from(audioFiles)
    .innerJoin(books, eq(books.id, audioFiles.bookId))
    .where(
      and(eq(audioFiles.id, sql.placeholder("fileId")), eq(audioFiles.bookId, sql.placeholder("bookId"))),
    )
    .prepare("player_find_audio"),
);

/** A file of the book, or one that a revision replaced; null for any other. */
export async function findAudio(db: Database, bookId: BookId, fileId: string) {
  const [row] = await audioStatement(db).execute({ bookId, fileId });
  return row ?? findReplacedAudio(db, bookId, fileId);
}

/** Players that were opened before a revision finish with the replaced audio. */
async function findReplacedAudio(db: Database, bookId: BookId, fileId: string) {
  const [row] = await db
    .select(audioColumns)
    .from(audioFiles)
    .innerJoin(bookRevisions, eq(bookRevisions.bookId, audioFiles.bookId))
    .innerJoin(books, eq(books.id, bookRevisions.targetId))
    .where(
      and(eq(audioFiles.id, fileId), eq(bookRevisions.targetId, bookId), isNotNull(bookRevisions.appliedAt)),
    );
  return row ?? null;
}

/** Empty when the user chose nothing for the book. */
export async function findBookSettings(
  db: Database,
  userId: UserId,
  bookId: BookId,
): Promise<BookPlayerSettings> {
  const [row] = await db
    .select(pick(bookPlayerSettings, "settings"))
    .from(bookPlayerSettings)
    .where(and(eq(bookPlayerSettings.userId, userId), eq(bookPlayerSettings.bookId, bookId)));
  return row?.settings ?? {};
}

export async function saveBookSettings(
  db: Database,
  userId: UserId,
  bookId: BookId,
  settings: BookPlayerSettings,
): Promise<void> {
  await db
    .insert(bookPlayerSettings)
    .values({ userId, bookId, settings })
    .onConflictDoUpdate({
      target: [bookPlayerSettings.userId, bookPlayerSettings.bookId],
      set: { settings },
    });
}
