import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { UserId } from "#shared/accounts/user.ts";
import type { Reason } from "#shared/api/problem.ts";
import { aiVoiceName, BookId } from "#shared/books/book.ts";
import { coverWidths } from "#shared/books/urls.ts";
import { type NewMap, saveSyncMaps } from "#server/features/alignment/service.ts";
import { indexBook, saveCover } from "#server/features/books/service.ts";
import { saveOverlay } from "#server/features/media-overlays/service.ts";
import { addSubjects } from "#server/features/subjects/service.ts";
import { reason, unprocessableFile } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { createKey, getCoverKey } from "#server/storage/keys.ts";
import type { StoredFile } from "#server/storage/storage.ts";
import { getSampleEnd, splitAt } from "./audio-chapters.ts";
import { insertEbook } from "./ebook-queries.ts";
import type { FoundBook } from "./found-book.ts";
import { openReadStream } from "./hash-file.ts";
import { type Defaults, getFileTitle } from "./merge-metadata.ts";
import {
  type ContributorCredit,
  findBySource,
  findOrAddSeries,
  insertAudio,
  insertBook,
  insertCredits,
  insertGenres,
  insertTropes,
  markAiVoice,
  type NewAudioFile,
  type NewChapter,
} from "./queries.ts";
import { hashSource, type ParsedBook, readBook } from "./read-book.ts";
import { storeArtwork } from "./store-artwork.ts";
import { insertTask } from "./task-queries.ts";
import { createCover } from "./tasks.ts";

type Deps = Pick<Services, "db" | "storage" | "settings" | "jobs">;

export interface ImportResult {
  /** `known`: its owner had it already, and nothing was added. */
  readonly outcome: "added" | "known";
  readonly bookId: BookId;
  readonly warnings: readonly Reason[];
}

/**
 * Imports a book for an account, or for the site with null. Files are stored first and rows last, in one
 * transaction, so that a crash leaves only untracked files.
 *
 * @throws {ProblemError} with the reason
 */
export async function importBook(
  services: Deps,
  found: FoundBook,
  defaults: Defaults,
  ownerId: UserId | null,
): Promise<ImportResult> {
  const sourceHash = await hashSource(found);
  const existing = await findBySource(services.db, sourceHash, ownerId);
  if (existing) return { outcome: "known", bookId: existing, warnings: [] };
  const book = await readBook(found, services.settings.uploadLimits, defaults);
  const id = BookId.parse(randomUUID());
  const stored: string[] = [];
  const deleteStoredFiles = async () => {
    for (const key of stored) await services.storage.remove(key);
  };
  try {
    const rows = await storeFiles(services, id, found, book, (key) => stored.push(key));
    const { revisionOf = null } = defaults;
    const isNew = await insertWithRetries(services, { ...rows, id, sourceHash, ownerId, revisionOf, book });
    if (isNew) return { outcome: "added", bookId: id, warnings: book.warnings };
    await deleteStoredFiles();
    const existing = await findBySource(services.db, sourceHash, ownerId);
    return { outcome: "known", bookId: existing ?? id, warnings: book.warnings };
  } catch (error) {
    await deleteStoredFiles();
    throw error;
  } finally {
    await book.release();
  }
}

interface Rows {
  readonly epubFile: (StoredFile & { readonly fileName: string }) | null;
  readonly audioFiles: readonly (NewAudioFile & { readonly id: string })[];
  readonly chapters: readonly NewChapter[];
  readonly syncMaps: readonly NewMap[];
  readonly coverHash: string;
  /** The cover of a draft is generated later from the stored image or the title; null once done. */
  readonly pendingCover: { readonly storageKey: string | null } | null;
}

async function storeFiles(
  services: Deps,
  id: BookId,
  found: FoundBook,
  book: ParsedBook,
  onStored: (key: string) => void,
): Promise<Rows> {
  const storeFile = async (key: string, file: string) => {
    onStored(key);
    return services.storage.put(key, await openReadStream(file));
  };
  const epubFile = found.epub && {
    ...(await storeFile(createKey("epub", "epub"), found.epub)),
    fileName: getFileTitle(found.epub),
  };
  const artwork = await storeArtwork(services, id, book.audioFiles, onStored);
  const { audioFiles, chapters } = await storeAudioFiles(id, book, artwork, storeFile);
  const rows = { epubFile: epubFile || null, audioFiles, chapters, syncMaps: getMaps(book) };
  if (book.description.state === "draft") {
    const pendingCover = { storageKey: await savePicture(services, book, onStored) };
    return { ...rows, coverHash: "", pendingCover };
  }
  const { title, credits } = book.description;
  const authors = credits.filter(({ role }) => role === "author").map(({ name }) => name);
  const coverHash = await saveCover(services, id, book.picture, { title, author: authors.join(", ") });
  for (const width of coverWidths) onStored(getCoverKey(id, coverHash, width));
  return { ...rows, coverHash, pendingCover: null };
}

async function savePicture(
  { storage }: Deps,
  { picture }: ParsedBook,
  onStored: (key: string) => void,
): Promise<string | null> {
  if (!picture) return null;
  const key = createKey("draft-picture", "bin");
  onStored(key);
  await storage.put(key, Readable.from([picture]));
  return key;
}

async function storeAudioFiles(
  bookId: BookId,
  { audioFiles, chapters }: ParsedBook,
  artwork: ReadonlyArray<string | null>,
  storeFile: (key: string, file: string) => Promise<StoredFile>,
): Promise<Pick<Rows, "audioFiles" | "chapters">> {
  const durations = audioFiles.map(({ duration }) => duration);
  const sampleEnds = splitAt(getSampleEnd(chapters, durations), durations);
  const files: (NewAudioFile & { id: string })[] = [];
  for (const [index, { audio, path, file, warnings }] of audioFiles.entries()) {
    const { key, bytes, sha256 } = await storeFile(createKey("audio", audio.extension), path);
    const sampleEnd = sampleEnds[index] ?? 0;
    files.push({
      id: randomUUID(),
      bookId,
      position: index + 1,
      storageKey: key,
      bytes,
      sha256,
      fileName: getFileTitle(file),
      mediaType: audio.mediaType,
      codec: audio.codec,
      duration: audio.duration,
      artworkKey: artwork[index] ?? null,
      sampleEnd,
      sampleRanges: sampleEnd > 0 ? audio.rangesUpTo(sampleEnd) : [],
      warnings: warnings ?? [],
    });
  }
  const rows = chapters.map(({ part, ...chapter }) => ({
    ...chapter,
    bookId,
    audioFileId: files[part]?.id ?? "",
    inSample: chapter.start < (sampleEnds[part] ?? 0) - 0.05,
  }));
  return { audioFiles: files, chapters: rows };
}

/** @throws {ProblemError} `unprocessable_file` when the map refers to a missing chapter */
function getMaps({ sync, chapters }: ParsedBook): NewMap[] {
  if (!sync) return [];
  return sync.chapters.map(({ chapterNumber, sentences }) => {
    if (chapterNumber > chapters.length) {
      throw unprocessableFile(
        reason("sync_map_chapter", { chapter: chapterNumber, chapters: chapters.length }),
      );
    }
    return { chapterNumber, source: sync.source ?? "aligned", sentences };
  });
}

const isDeadlock = (error: unknown) => {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some((each) => (each as { code?: unknown } | undefined)?.code === "40P01");
};

async function insertWithRetries(
  services: Deps,
  newBook: Rows & CreatedFiles,
  attempts = 3,
): Promise<boolean> {
  return insertRows(services, newBook).catch((error: unknown) => {
    if (attempts > 1 && isDeadlock(error)) return insertWithRetries(services, newBook, attempts - 1);
    throw error;
  });
}

interface CreatedFiles {
  readonly id: BookId;
  readonly sourceHash: string;
  readonly ownerId: UserId | null;
  readonly revisionOf: BookId | null;
  readonly book: ParsedBook;
}

function isAiNarrated(credits: readonly ContributorCredit[]): boolean {
  const narrators = credits.filter(({ role }) => role === "narrator");
  return narrators.length > 0 && narrators.every(({ name }) => name === aiVoiceName);
}

/** @returns false when a concurrent import won */
async function insertRows({ db, jobs }: Deps, newBook: Rows & CreatedFiles): Promise<boolean> {
  const { id, sourceHash, ownerId, revisionOf, coverHash, pendingCover, book } = newBook;
  const { credits, genres, subjects, tropes, series, ...about } = book.description;
  return db.transaction(async (tx) => {
    const isNew = await insertBook(tx, {
      ...about,
      id,
      sourceHash,
      ownerId,
      revisionOf,
      coverHash,
      seriesId: series ? await findOrAddSeries(tx, series.name) : null,
      seriesPosition: series?.position ?? null,
      hasEbook: book.epub !== null,
      hasAudiobook: newBook.audioFiles.length > 0,
      hasAiVoice: newBook.audioFiles.length > 0 && about.hasAiVoice,
      wordCount: book.epub?.wordCount ?? null,
      pageCount: book.epub?.pageCount ?? null,
      duration: book.duration,
      firstAudioId: newBook.audioFiles[0]?.id ?? null,
    });
    if (!isNew) return false;
    if (book.epub && newBook.epubFile) await insertEbook(tx, id, newBook.epubFile, book.epub);
    await insertAudio(tx, id, newBook.audioFiles, newBook.chapters);
    if (newBook.audioFiles.length > 0 && isAiNarrated(credits)) {
      await markAiVoice(tx, id, { duration: book.duration, firstAudioId: newBook.audioFiles[0]?.id ?? null });
    }
    if (newBook.syncMaps.length > 0) await saveSyncMaps(tx, id, newBook.syncMaps);
    if (book.overlay) await saveOverlay(tx, id, book.overlay);
    await insertCredits(tx, id, credits);
    await insertGenres(tx, id, genres);
    await addSubjects(tx, id, subjects, { isDraft: about.state === "draft", hasGenres: genres.length > 0 });
    await insertTropes(tx, id, tropes);
    await indexBook(tx, id);
    if (pendingCover) {
      await insertTask(tx, { bookId: id, name: "cover", ...pendingCover });
      await jobs.add(createCover, { bookId: id }, { db: tx });
    }
    return true;
  });
}
