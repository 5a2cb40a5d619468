import type { AlignmentEditorState, alignmentContract } from "#shared/alignment/contract.ts";
import { minConfidence } from "#shared/alignment/map.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { requireOwnBook } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { deleteAnchorRow, lockAnchors, upsertAnchor } from "./anchor-queries.ts";
import { readText } from "./book-text.ts";
import { getAlignmentEditor } from "./editor-state.ts";
import { queueAlignment } from "./queue-alignment.ts";
import { findTools } from "./required-programs.ts";
import { countMissingSentences, saveSyncMaps } from "./service.ts";
import { listAnchors, listAudioChapters, listMaps } from "./text-queries.ts";

/** Assumed duration in seconds of a sentence with only a start time and no successor. */
const defaultSeconds = 4;

/**
 * Stores a manual start time and realigns the neighbouring sentences.
 *
 * @throws {ProblemError} `not_found`, `forbidden`; `invalid_input` when it contradicts another anchor
 */
export async function setAnchor(
  context: Context,
  { params: { bookId, sentence }, body: { chapterNumber, at } }: InputOf<typeof alignmentContract.setAnchor>,
): Promise<AlignmentEditorState> {
  const { user } = context;
  await requireOwnBook(context, bookId);
  const { db } = context;
  const chapter = (await listAudioChapters(db, bookId)).find(({ number }) => number === chapterNumber);
  const { sentenceIndex } = await readText(db, bookId);
  const index = sentenceIndex.get(sentence);
  if (!chapter || index === undefined) throw notFound(chapter ? "sentence" : "chapter");
  if (at >= chapter.end - chapter.start) throw invalid({ at: "after_chapter_end" });
  const anchor = { bookId, sentence, chapterNumber, at, setBy: user.id, setAt: context.clock() };
  await db.transaction(async (tx) => {
    await lockAnchors(tx, bookId);
    const others = await listAnchors(tx, bookId);
    const isInMappedChapter = isInChapter(await listMaps(tx, bookId), anchor, sentenceIndex);
    rejectConflictingAnchor(
      anchor,
      isInMappedChapter ? others.filter((other) => other.chapterNumber === chapterNumber) : others,
      sentenceIndex,
    );
    await upsertAnchor(tx, anchor);
    await applyAnchorToMap(
      tx,
      bookId,
      chapterNumber,
      { sentence, at, end: chapter.end - chapter.start },
      sentenceIndex,
    );
  });
  await realign(context, bookId, chapterNumber);
  return getAlignmentEditor(context, { params: { bookId } });
}

type AnchorTime = Pick<Awaited<ReturnType<typeof listAnchors>>[number], "sentence" | "chapterNumber" | "at">;

function isInChapter(
  maps: Awaited<ReturnType<typeof listMaps>>,
  { sentence, chapterNumber }: AnchorTime,
  sentenceIndex: ReadonlyMap<SentenceId, number>,
): boolean {
  const map = maps.find((each) => each.chapterNumber === chapterNumber);
  const [first, last] = [map?.firstSentence, map?.lastSentence].map((id) => id && sentenceIndex.get(id));
  const index = sentenceIndex.get(sentence);
  return typeof first === "number" && typeof last === "number" && index !== undefined
    ? index >= first && index <= last
    : false;
}

function rejectConflictingAnchor(
  anchor: AnchorTime,
  others: readonly AnchorTime[],
  sentenceIndex: ReadonlyMap<SentenceId, number>,
): void {
  const index = sentenceIndex.get(anchor.sentence) ?? 0;
  for (const other of others) {
    if (other.sentence === anchor.sentence) continue;
    const differences = [other.chapterNumber - anchor.chapterNumber, other.at - anchor.at];
    const firstDifference = differences.find((difference) => difference !== 0) ?? 0;
    const isLater = (sentenceIndex.get(other.sentence) ?? index) > index;
    if (firstDifference === 0 || isLater !== firstDifference > 0) {
      throw invalid({
        at: "anchors_out_of_order",
      });
    }
  }
}

/**
 * Removes an anchor, if any.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function deleteAnchor(
  context: Context,
  { params: { bookId, sentence } }: InputOf<typeof alignmentContract.deleteAnchor>,
): Promise<AlignmentEditorState> {
  await requireOwnBook(context, bookId);
  const chapterNumber = await deleteAnchorRow(context.db, bookId, sentence);
  if (chapterNumber !== null) await realign(context, bookId, chapterNumber);
  return getAlignmentEditor(context, { params: { bookId } });
}

/** Without the programs only the anchor is stored. */
async function realign(services: Services, bookId: BookId, chapterNumber: number): Promise<void> {
  const { missing } = await findTools();
  if (missing.length === 0) await queueAlignment(services, bookId, [chapterNumber]);
}

const toGuess = ([id, start, end, confidence]: SyncedSentence): SyncedSentence => [
  id,
  start,
  end,
  Math.min(confidence, minConfidence - 0.01),
];

async function applyAnchorToMap(
  db: Parameters<typeof saveSyncMaps>[0],
  bookId: BookId,
  chapterNumber: number,
  { sentence, at, end }: { readonly sentence: SentenceId; readonly at: number; readonly end: number },
  sentenceIndex: ReadonlyMap<SentenceId, number>,
): Promise<void> {
  const map = (await listMaps(db, bookId)).find((each) => each.chapterNumber === chapterNumber);
  const index = sentenceIndex.get(sentence) ?? 0;
  const isBefore = ([id]: SyncedSentence) => (sentenceIndex.get(id) ?? 0) < index;
  const guesses = (map?.guesses ?? []).map(toGuess);
  const others = [...(map?.sentences ?? []), ...guesses].filter(([id]) => id !== sentence);
  const keptSentences = others
    .filter((sentence) => (isBefore(sentence) ? sentence[1] < at : sentence[1] > at))
    .sort((a, b) => (sentenceIndex.get(a[0]) ?? 0) - (sentenceIndex.get(b[0]) ?? 0));
  const before = keptSentences
    .filter(isBefore)
    .map(([id, start, end, confidence]): SyncedSentence => [id, start, Math.min(end, at), confidence]);
  const after = keptSentences.filter((sentence) => !isBefore(sentence));
  const endTime = Math.min(after[0]?.[1] ?? end, at + defaultSeconds, end);
  const sentences: SyncedSentence[] = [...before, [sentence, at, endTime, 1], ...after];
  await saveSyncMaps(db, bookId, [
    {
      chapterNumber,
      source: "manual",
      lowConfidence: map?.lowConfidence ?? [],
      sentences,
      missingSentences: countMissingSentences(sentences, sentenceIndex),
    },
  ]);
}
