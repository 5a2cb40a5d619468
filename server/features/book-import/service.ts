import { stat } from "node:fs/promises";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { updateVocabulary } from "#server/features/books/service.ts";
import { ProblemError, reason } from "#server/http/api/problem.ts";
import { getReasonText } from "#server/http/api/reason-text.ts";
import type { Services } from "#server/services.ts";
import { saveAiVoice } from "./ai-voice.ts";
import { transcodeUpload } from "./audio/transcode-upload.ts";
import { checkStoredFiles, deleteOrphans, moveDamagedFiles } from "./delete-orphans.ts";
import { findBooks } from "./find-books.ts";
import type { FoundBook } from "./found-book.ts";
import { type ImportResult, importBook } from "./import-book.ts";
import { deleteAiVoice, findOrAddSeries, insertCredits, insertGenres, insertTropes } from "./queries.ts";
import { restartTask } from "./task-queries.ts";
import { createCover } from "./tasks.ts";
import { findUploadedBook } from "./uploaded-book.ts";

export {
  checkStoredFiles,
  deleteAiVoice,
  deleteOrphans,
  findOrAddSeries,
  insertCredits,
  insertGenres,
  insertTropes,
  moveDamagedFiles,
  saveAiVoice,
  transcodeUpload,
};

/** Generates or stores the cover of a book in the background. */
export async function requestCover(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  bookId: BookId,
): Promise<void> {
  await restartTask(db, bookId, "cover");
  await jobs.add(createCover, { bookId }, { db });
}

/**
 * Imports the files of an upload as the draft of one book.
 *
 * @param folder with the files under their own names; ZIP archives in it are unpacked
 * @throws {ProblemError} with the reason
 */
export async function importUploadedFiles(
  services: Pick<Services, "db" | "storage" | "settings" | "jobs">,
  folder: string,
  ownerId: UserId | null,
  {
    title,
    isTitleChosen = false,
    revisionOf,
  }: { readonly title: string; readonly isTitleChosen?: boolean; readonly revisionOf: BookId | null },
): Promise<ImportResult> {
  const found = await findUploadedBook(folder, title, services.settings.uploadLimits);
  const defaults = { isDraft: true, isPremium: false, revisionOf, title: isTitleChosen ? title : null };
  const imported = await importBook(services, found, defaults, ownerId);
  await updateVocabulary(services.db);
  return imported;
}

export interface ImportOptions {
  /** Imports books as drafts. */
  readonly isDraft?: boolean;
  /** Imports books for members only. */
  readonly isPremium?: boolean;
  readonly ownerId?: UserId;
  /** Number of books processed in parallel; the default suits two cores. */
  readonly concurrency?: number;
}

export interface ImportReport {
  /** Called after each book. */
  readonly onProgress?: (done: number, total: number, name: string) => void;
  /** Called for each book that was added or already there. */
  readonly onImported?: (bookId: BookId) => void;
  readonly onRejected?: (name: string, reason: string) => void;
  readonly onWarning?: (name: string, warning: string) => void;
}

export interface ImportSummary {
  /** Books found, and folders that cannot be read. */
  readonly found: number;
  readonly added: number;
  /** Already imported. */
  readonly known: number;
  readonly rejected: number;
}

const defaultConcurrency = 4;

/**
 * Imports every book below a folder, skipping those already imported, so that an interrupted import can be
 * repeated.
 *
 * @throws {ProblemError} `not_found` for a missing folder, `insufficient_storage` when the disk is nearly
 * full
 */
export async function importFolder(
  services: Pick<Services, "db" | "storage" | "settings" | "jobs" | "log">,
  folder: string,
  { isDraft = false, isPremium = false, ownerId, concurrency = defaultConcurrency }: ImportOptions = {},
  report: ImportReport = {},
): Promise<ImportSummary> {
  await assertFolderExists(folder);
  const counts = { added: 0, known: 0, rejected: 0 };
  const reject = (name: string, error: unknown) => {
    counts.rejected++;
    report.onRejected?.(name, getReason(error));
  };
  const found = await findBooks(folder, reject);
  const unreadable = counts.rejected;
  let importedCount = 0;

  async function importFound(book: FoundBook): Promise<void> {
    try {
      const { outcome, bookId, warnings } = await importBook(
        services,
        book,
        { isDraft, isPremium },
        ownerId ?? null,
      );
      counts[outcome]++;
      report.onImported?.(bookId);
      for (const warning of warnings) report.onWarning?.(book.name, getReasonText(warning));
    } catch (error) {
      reject(book.name, error);
    }
    report.onProgress?.(++importedCount, found.length, book.name);
  }

  await runConcurrently(found, concurrency, importFound);
  if (counts.added > 0) await updateVocabulary(services.db);
  return { found: found.length + unreadable, ...counts };
}

async function assertFolderExists(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ProblemError("not_found", reason("folder_missing", { folder }));
}

/** @throws {unknown} errors that are not about the book */
function getReason(error: unknown): string {
  if (error instanceof ProblemError && error.code !== "insufficient_storage" && error.code !== "unavailable")
    return error.message;
  const { code, path: file } = (error ?? {}) as { code?: unknown; path?: unknown };
  if (code === "EACCES" || code === "EPERM") return "The server has no permission to read this file.";
  if (code === "ENAMETOOLONG") return "The path of this file is too long.";
  // U+FFFD marks invalid UTF-8.
  if (code === "ENOENT" && String(file).includes("\uFFFD"))
    return "The name of this file, or of one of its folders, is not valid UTF-8. Please rename it.";
  if (code === "ENOENT") return "This file was deleted while it was being read.";
  throw error;
}

/** Processes several items in parallel, in order; after a failure no new one is started. */
async function runConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let isStopped = false;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined && !isStopped; item = items[next++]) {
      await work(item).catch((error: unknown) => {
        isStopped = true;
        throw error;
      });
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.max(1, concurrency) }, worker));
  const failed = workers.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
}
