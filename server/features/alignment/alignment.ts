import type { AlignmentEditorState, alignmentContract } from "#shared/alignment/contract.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { requireOwnBook } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict } from "#server/http/api/problem.ts";
import { findAlignment, finishRun } from "./alignment-queries.ts";
import { getAlignmentEditor, hasPublisherSync } from "./editor-state.ts";
import { cancelTopic, queueAlignment } from "./queue-alignment.ts";
import { findBook, listAudioChapters, listMaps } from "./text-queries.ts";

/**
 * Starts the alignment of all chapters without a publisher's map; a running one is replaced.
 *
 * @throws {ProblemError} `not_found`, `forbidden`; `conflict` when there is nothing to align
 */
export async function startAlignment(
  context: Context,
  { params: { bookId } }: InputOf<typeof alignmentContract.startAlignment>,
): Promise<AlignmentEditorState> {
  await requireOwnBook(context, bookId);
  const book = await findBook(context.db, bookId);
  if (!book?.hasEbook || !book.hasAudiobook) throw conflict("needs_text_and_audio");
  const syncedByPublisher = (await listMaps(context.db, bookId)).flatMap(({ chapterNumber, source }) =>
    hasPublisherSync(source) ? [chapterNumber] : [],
  );
  const all = (await listAudioChapters(context.db, bookId)).map(({ number }) => number);
  const chapters = all.filter((number) => !syncedByPublisher.includes(number));
  if (chapters.length === 0) throw conflict("synchronized_by_publisher");
  await queueAlignment(context, bookId, syncedByPublisher.length === 0 ? null : chapters);
  return getAlignmentEditor(context, { params: { bookId } });
}

/**
 * Cancels a queued or running alignment, if any.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function cancelAlignment(
  context: Context,
  { params: { bookId } }: InputOf<typeof alignmentContract.cancelAlignment>,
): Promise<AlignmentEditorState> {
  await requireOwnBook(context, bookId);
  const alignment = await findAlignment(context.db, bookId);
  if (alignment) {
    const result = { state: "cancelled", reason: null, about: "", endedAt: context.clock() } as const;
    await finishRun(context.db, bookId, alignment.run, result);
    await context.live.broadcast(cancelTopic, bookId);
  }
  return getAlignmentEditor(context, { params: { bookId } });
}
