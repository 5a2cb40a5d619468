import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { User } from "#shared/accounts/user.ts";
import type { aiNarrationContract, NarrationEditorState } from "#shared/ai-narration/contract.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { BookId, isScripture } from "#shared/books/book.ts";
import { deleteAiVoice } from "#server/features/book-import/service.ts";
import { requireOwnBook } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import { installHints, isInstalled } from "#server/install-hints.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import { selectNarrator } from "#server/tts/select-narrator.ts";
import {
  deleteNarrationRow,
  findNarratedBook,
  findNarration,
  finishRun,
  listUndecidedBooks,
  setBookConsent,
  setDefaultConsent,
  upsertRun,
} from "./queries.ts";

export const requestNarration = {
  name: "narration.narrate",
  queue: "soon",
  payload: z.strictObject({ bookId: BookId, run: z.uuid() }),
} satisfies JobEvent;

export const cancelTopic = "narration.cancel";

export type NarratedBook = NonNullable<Awaited<ReturnType<typeof findNarratedBook>>>;

const hasAuthor = ({ ownerId, isOrphaned }: NarratedBook) => ownerId !== null || isOrphaned;

export const isAllowed = (book: NarratedBook) =>
  !isScripture(book) && (book.thisBook ?? (hasAuthor(book) ? book.allBooks === true : true));

export const hasRecording = ({ hasAudiobook, isNarrated }: NarratedBook) => hasAudiobook && !isNarrated;

const canDecide = (book: NarratedBook, user: User) =>
  hasAuthor(book) ? book.ownerId === user.id : user.isEmployee || user.isAdmin;

/**
 * The permission for AI narration of a book, and its progress.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function getNarration(
  context: Context,
  { params: { bookId } }: InputOf<typeof aiNarrationContract.getNarration>,
): Promise<NarrationEditorState> {
  const book = await getOwnBook(context, bookId);
  const narrator = await selectNarrator(context.settings, book.language);
  const [narration, voice, hasFfmpeg] = await Promise.all([
    findNarration(context.db, bookId),
    narrator.findMissingProgram(),
    isInstalled("ffmpeg", "-version"),
  ]);
  const missing = [...(hasFfmpeg ? [] : ["ffmpeg"]), ...(voice === null ? [] : [voice])];
  const { title, kind, thisBook, allBooks, isNarrated } = book;
  return {
    bookId,
    title,
    kind,
    narration,
    isNarrated,
    hasRecording: hasRecording(book),
    voice: narrator.name,
    consent: {
      thisBook,
      allBooks,
      isAllowed: isAllowed(book),
      hasAuthor: hasAuthor(book),
      canDecide: canDecide(book, context.user),
    },
    tools: {
      missing,
      install: installHints(missing.filter((each) => each === "ffmpeg" || each === "espeak-ng")),
    },
  };
}

async function getOwnBook(context: Context, bookId: BookId): Promise<NarratedBook> {
  await requireOwnBook(context, bookId);
  const book = await findNarratedBook(context.db, bookId);
  if (!book) throw notFound("book");
  return book;
}

/**
 * Starts a narration; a running one is replaced and continued.
 *
 * @throws {ProblemError} `not_found`; `forbidden` without the author's consent; `conflict` when there is
 * nothing to narrate
 */
export async function startNarration(
  context: Context,
  { params: { bookId } }: InputOf<typeof aiNarrationContract.startNarration>,
): Promise<NarrationEditorState> {
  const book = await getOwnBook(context, bookId);
  if (isScripture(book)) throw forbidden("scripture_not_narrated");
  if (!isAllowed(book)) throw forbidden("narration_not_allowed");
  if (!book.hasEbook) throw conflict("nothing_to_narrate");
  if (hasRecording(book)) throw conflict("has_recording");
  await restartNarration(context, bookId);
  return getNarration(context, { params: { bookId } });
}

/** Narrates a book again; chapters whose text is unchanged keep their audio. */
export async function restartNarration(
  services: Pick<Services, "db" | "jobs" | "clock" | "live">,
  bookId: BookId,
): Promise<void> {
  const run = randomUUID();
  await services.db.transaction(async (db) => {
    await upsertRun(db, { bookId, run, requestedAt: services.clock() });
    await services.jobs.add(requestNarration, { bookId, run }, { db, key: `narration.narrate:${bookId}` });
  });
  await services.live.broadcast(cancelTopic, bookId);
}

/**
 * Cancels a queued or running narration, if any.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function cancelNarration(
  context: Context,
  { params: { bookId } }: InputOf<typeof aiNarrationContract.cancelNarration>,
): Promise<NarrationEditorState> {
  await getOwnBook(context, bookId);
  const narration = await findNarration(context.db, bookId);
  if (narration) {
    const end = { state: "cancelled", reason: null, about: "", endedAt: context.clock() } as const;
    await finishRun(context.db, bookId, narration.run, end);
    await context.live.broadcast(cancelTopic, bookId);
  }
  return getNarration(context, { params: { bookId } });
}

/**
 * Removes the AI narration, if any.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function deleteNarration(
  context: Context,
  { params: { bookId } }: InputOf<typeof aiNarrationContract.deleteNarration>,
): Promise<NarrationEditorState> {
  await getOwnBook(context, bookId);
  await removeAiNarration(context, bookId);
  return getNarration(context, { params: { bookId } });
}

export async function removeAiNarration(
  { db, live }: Pick<Services, "db" | "live">,
  bookId: BookId,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteNarrationRow(tx, bookId);
    await deleteAiVoice(tx, bookId);
  });
  await live.broadcast(cancelTopic, bookId);
}

/**
 * Stores an author's consent for one book; refusing removes the narration.
 *
 * @throws {ProblemError} `not_found`; `forbidden`
 */
export async function saveNarrationConsent(
  context: Context,
  { params: { bookId }, body: { allows } }: InputOf<typeof aiNarrationContract.saveNarrationConsent>,
): Promise<NarrationEditorState> {
  const { user } = context;
  const book = await getOwnBook(context, bookId);
  if (isScripture(book)) throw forbidden("scripture_not_narrated");
  if (!canDecide(book, user)) throw forbidden("only_author_decides_narration");
  await setBookConsent(context.db, bookId, allows);
  if (!isAllowed({ ...book, thisBook: allows })) await removeAiNarration(context, bookId);
  return getNarration(context, { params: { bookId } });
}

export async function saveDefaultNarrationConsent(
  context: Context,
  { body: { allows } }: InputOf<typeof aiNarrationContract.saveDefaultNarrationConsent>,
): Promise<{ allows: boolean }> {
  await setDefaultConsent(context.db, context.user.id, allows);
  const bookIds = allows ? [] : await listUndecidedBooks(context.db, context.user.id);
  for (const bookId of bookIds) await removeAiNarration(context, bookId);
  return { allows };
}
