import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { User } from "#shared/accounts/user.ts";
import type { AlignmentEditorState } from "#shared/alignment/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { requireOwnBook } from "#server/features/books/service.ts";
import { conflict } from "#server/http/api/problem.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import { type AlignmentRow, findAlignment, finishRun, putRun } from "./alignment-queries.ts";
import { getEditorState, hasPublisherSync } from "./editor-state.ts";
import { findBook, listAudioChapters, listMaps } from "./text-queries.ts";

export const requestAlignment = {
  name: "sync.align",
  payload: z.strictObject({ bookId: BookId, run: z.uuid() }),
} satisfies JobEvent;

export const cancelTopic = "sync.cancel";

/**
 * Starts the alignment of all chapters without a publisher's map; a running one is replaced.
 *
 * @throws {ProblemError} `not_found`, `forbidden`; `conflict` when there is nothing to align
 */
export async function startAlignment(
  services: Services,
  user: User,
  bookId: BookId,
): Promise<AlignmentEditorState> {
  await requireOwnBook(services, user, bookId);
  const book = await findBook(services.db, bookId);
  if (!book?.hasEbook || !book.hasAudiobook) throw conflict("needs_text_and_audio");
  const input = (await listMaps(services.db, bookId)).flatMap(({ chapterNumber, source }) =>
    hasPublisherSync(source) ? [chapterNumber] : [],
  );
  const all = (await listAudioChapters(services.db, bookId)).map(({ number }) => number);
  const chapters = all.filter((number) => !input.includes(number));
  if (chapters.length === 0) throw conflict("synchronized_by_publisher");
  await requestRun(services, bookId, input.length === 0 ? null : chapters);
  return getEditorState(services, user, bookId);
}

/** Requests a run over some or all chapters, merged with a queued or running one. */
export async function requestRun(
  services: Services,
  bookId: BookId,
  requested: readonly number[] | null,
): Promise<void> {
  const run = randomUUID();
  const earlier = await findAlignment(services.db, bookId);
  const left = earlier && isUnderWay(earlier) ? earlier.chapters : [];
  const chapters = requested && left ? [...new Set([...left, ...requested])].sort((a, b) => a - b) : null;
  const chapterCount = chapters?.length ?? (await listAudioChapters(services.db, bookId)).length;
  await services.db.transaction(async (db) => {
    await putRun(db, { bookId, run, chapters, chapterCount, requestedAt: services.clock() });
    await services.jobs.add(requestAlignment, { bookId, run }, { db, key: `sync.align:${bookId}` });
  });
  await services.live.broadcast(cancelTopic, bookId);
}

const isUnderWay = ({ state }: AlignmentRow) => state === "queued" || state === "running";

/**
 * Cancels a queued or running alignment, if any.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function cancelAlignment(
  services: Services,
  user: User,
  bookId: BookId,
): Promise<AlignmentEditorState> {
  await requireOwnBook(services, user, bookId);
  const alignment = await findAlignment(services.db, bookId);
  if (alignment) {
    const end = { state: "cancelled", reason: null, about: "", endedAt: services.clock() } as const;
    await finishRun(services.db, bookId, alignment.run, end);
    await services.live.broadcast(cancelTopic, bookId);
  }
  return getEditorState(services, user, bookId);
}
