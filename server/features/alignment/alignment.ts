import type { User } from "#shared/accounts/user.ts";
import type { AlignmentEditorState } from "#shared/alignment/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { requireOwnBook } from "#server/features/books/service.ts";
import { conflict } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findAlignment, finishRun } from "./alignment-queries.ts";
import { getEditorState, hasPublisherSync } from "./editor-state.ts";
import { cancelTopic, queueAlignment } from "./queue-alignment.ts";
import { findBook, listAudioChapters, listMaps } from "./text-queries.ts";

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
  const syncedByPublisher = (await listMaps(services.db, bookId)).flatMap(({ chapterNumber, source }) =>
    hasPublisherSync(source) ? [chapterNumber] : [],
  );
  const all = (await listAudioChapters(services.db, bookId)).map(({ number }) => number);
  const chapters = all.filter((number) => !syncedByPublisher.includes(number));
  if (chapters.length === 0) throw conflict("synchronized_by_publisher");
  await queueAlignment(services, bookId, syncedByPublisher.length === 0 ? null : chapters);
  return getEditorState(services, user, bookId);
}

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
    const result = { state: "cancelled", reason: null, about: "", endedAt: services.clock() } as const;
    await finishRun(services.db, bookId, alignment.run, result);
    await services.live.broadcast(cancelTopic, bookId);
  }
  return getEditorState(services, user, bookId);
}
