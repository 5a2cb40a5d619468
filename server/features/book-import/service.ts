import { stat } from "node:fs/promises";
import type { UserId } from "#shared/accounts/user.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { saveAiVoice } from "./ai-voice.ts";
import { transcodeAudio } from "./audio/transcode-upload.ts";
import { findBooks } from "./find-books.ts";
import type { FoundBook } from "./found-book.ts";
import { importBook } from "./import-book.ts";
import { deleteAiVoice } from "./queries.ts";

/** Makes what a machine has spoken the sound of a book, in place of what it had spoken before. */
export const putAiVoice = saveAiVoice;

/** Removes what a machine has spoken of a book; nothing where a person has. Its files are swept. */
export const removeAiVoice = deleteAiVoice;

/** Reads a short sound, decodes it to its end, and writes its sound alone into a new file. */
export const transcodeUpload = transcodeAudio;

export interface ImportOptions {
  /** Books are drafts instead of published. */
  readonly isDraft?: boolean;
  /** Books are for members instead of free. */
  readonly isPremium?: boolean;
  /** The account that publishes them; left out, the house itself. */
  readonly ownerId?: UserId;
  /** Books at a time; left out, as many as pay on a machine of two cores. */
  readonly isImmediate?: number;
}

/** What an import tells on its way. */
export interface ImportReport {
  /** After each book. */
  readonly progress?: (done: number, total: number, name: string) => void;
  /** A book that was not taken in, and why, in a sentence. */
  readonly rejected?: (name: string, reason: string) => void;
  /** A book that was taken in although something is wrong with it. */
  readonly noted?: (name: string, warning: string) => void;
}

export interface ImportSummary {
  /** Books that were found, and folders that cannot be read. */
  readonly found: number;
  readonly added: number;
  /** Were there already. */
  readonly known: number;
  readonly rejected: number;
}

/** Hashing, reading and writing wait for different things. */
const concurrentBooks = 4;

/**
 * Takes in every book below a folder. One that is there already is left as it is, so that an import that was killed is
 * gone on with by running it again.
 *
 * @throws {ProblemError} `not_found` for a folder that is not there, `insufficient_storage` when the disk is nearly full; any other
 *   error that is not a book's own, such as a lost database. What was taken in until then stays.
 */
export async function importFolder(
  services: Pick<Services, "db" | "storage" | "settings" | "jobs" | "log">,
  folder: string,
  { isDraft = false, isPremium = false, ownerId, isImmediate = concurrentBooks }: ImportOptions = {},
  report: ImportReport = {},
): Promise<ImportSummary> {
  await rejectNoFolder(folder);
  const counts = { added: 0, known: 0, rejected: 0 };
  const refuse = (name: string, error: unknown) => {
    counts.rejected++;
    report.rejected?.(name, getReason(error));
  };
  const found = await findBooks(folder, refuse);
  const unread = counts.rejected;
  let done = 0;

  async function take(book: FoundBook): Promise<void> {
    try {
      const { outcome, warnings } = await importBook(services, book, { isDraft, isPremium }, ownerId ?? null);
      counts[outcome]++;
      for (const warning of warnings) report.noted?.(book.name, warning);
    } catch (error) {
      refuse(book.name, error);
    }
    report.progress?.(++done, found.length, book.name);
  }

  await inTurn(found, isImmediate, take);
  return { found: found.length + unread, ...counts };
}

async function rejectNoFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ProblemError("not_found", `There is no folder ${folder}.`);
}

/** @throws {unknown} what is no book's own fault. */
function getReason(error: unknown): string {
  if (error instanceof ProblemError && error.code !== "insufficient_storage" && error.code !== "unavailable")
    return error.message;
  const { code, path: place } = (error ?? {}) as { code?: unknown; path?: unknown };
  if (code === "EACCES" || code === "EPERM") return "This may not be read by the user the server runs as.";
  if (code === "ENAMETOOLONG") return "This lies under too many folders, or their names are too long.";
  // What is no UTF-8 comes as this sign, under which nothing is found.
  if (code === "ENOENT" && String(place).includes("\uFFFD"))
    return "Its name, or that of a folder it is in, is not in UTF-8. Please rename it.";
  if (code === "ENOENT") return "This file went away while it was being read.";
  throw error;
}

/** Works on several at a time, in order; after a failure nothing new is begun. */
async function inTurn<T>(
  items: readonly T[],
  isImmediate: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let isStopped = false;
  const hand = async () => {
    for (let item = items[next++]; item !== undefined && !isStopped; item = items[next++]) {
      await work(item).catch((error: unknown) => {
        isStopped = true;
        throw error;
      });
    }
  };
  const hands = await Promise.allSettled(Array.from({ length: Math.max(1, isImmediate) }, hand));
  const failed = hands.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
}
