import type { AlignmentEditorState, alignmentContract, EditableChapter } from "#shared/alignment/contract.ts";
import type { EditableSentence, SyncedChapter, SyncSource } from "#shared/alignment/map.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { getAudioUrl } from "#shared/books/urls.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { requireOwnBook } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findAlignment } from "./alignment-queries.ts";
import { type BookText, readText } from "./book-text.ts";
import type { StoredMap } from "./map-queries.ts";
import { findTools } from "./required-programs.ts";
import { type AudioChapterRow, findBook, listAnchors, listAudioChapters, listMaps } from "./text-queries.ts";

export const hasPublisherSync = (source: SyncSource) => source === "overlay" || source === "narrated";

/**
 * The synchronization state of a book for its owner.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function getAlignmentEditor(
  context: Context,
  { params: { bookId } }: InputOf<typeof alignmentContract.getAlignmentEditor>,
): Promise<AlignmentEditorState> {
  await requireOwnBook(context, bookId);
  const { db } = context;
  const book = await findBook(db, bookId);
  if (!book) throw notFound("book");
  const [maps, chapters, alignment, anchors, tools] = await Promise.all([
    listMaps(db, bookId),
    listAudioChapters(db, bookId),
    findAlignment(db, bookId),
    listAnchors(db, bookId),
    findTools(),
  ]);
  const syncedByPublisher = new Set(
    maps.flatMap(({ chapterNumber, source }) => (hasPublisherSync(source) ? [chapterNumber] : [])),
  );
  const canAlign =
    book.hasEbook && book.hasAudiobook && chapters.some(({ number }) => !syncedByPublisher.has(number));
  const titles = new Map(chapters.map(({ number, title }) => [number, title]));
  return {
    bookId,
    title: book.title,
    canAlign,
    canEdit: true,
    alignment,
    tools,
    anchors,
    chapters: maps.map((map) => toChapter(map, titles.get(map.chapterNumber) ?? "")),
  };
}

function toChapter(map: StoredMap, title: string): SyncedChapter {
  const { chapterNumber, source, level, version, confidence, firstSentence, lastSentence } = map;
  const sentences: SyncedChapter["sentences"] =
    firstSentence && lastSentence ? [firstSentence, lastSentence] : null;
  return { chapterNumber, title, source, level, version, confidence, sentences };
}

/**
 * The sentences of a chapter, its low-confidence spans and the sentences before and after it.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function getEditableChapter(
  context: Context,
  { params: { bookId, chapterNumber } }: InputOf<typeof alignmentContract.getEditableChapter>,
): Promise<EditableChapter> {
  await requireOwnBook(context, bookId);
  const { db } = context;
  const maps = await listMaps(db, bookId);
  const chapter = (await listAudioChapters(db, bookId)).find(({ number }) => number === chapterNumber);
  if (!chapter) throw notFound("chapter");
  const map =
    maps.find((each) => each.chapterNumber === chapterNumber) ?? createEmptyMap(bookId, chapterNumber);
  const text = await readText(db, bookId);
  const anchored = new Set((await listAnchors(db, bookId)).map(({ sentence }) => sentence));
  return {
    ...toChapter(map, chapter.title),
    ...toAudio(bookId, chapter),
    sentences: listEditableSentences(map, maps, text, anchored),
    lowConfidence: [...map.lowConfidence],
  };
}

const toAudio = (bookId: BookId, { start, end, fileId }: AudioChapterRow) => ({
  duration: Math.max(0, end - start),
  audio: getAudioUrl(bookId, fileId),
  audioStart: start,
});

function createEmptyMap(bookId: BookId, chapterNumber: number): StoredMap {
  return {
    bookId,
    chapterNumber,
    version: "",
    source: "aligned",
    level: "chapter",
    confidence: 0,
    sentences: [],
    guesses: [],
    lowConfidence: [],
    firstSentence: null,
    lastSentence: null,
  };
}

const contextSentences = 12;
const maxSentences = 2_000;

function listEditableSentences(
  map: StoredMap,
  maps: readonly StoredMap[],
  { ids, sentences, sentenceIndex }: BookText,
  anchored: ReadonlySet<SentenceId>,
): EditableSentence[] {
  const spans = new Map([...map.guesses, ...map.sentences].map((sentence) => [sentence[0], sentence]));
  const indexes = [...spans.keys()].flatMap((id) => sentenceIndex.get(id) ?? []);
  const before = maps.filter((each) => each.chapterNumber < map.chapterNumber && each.lastSentence);
  const next = (sentenceIndex.get(before.at(-1)?.lastSentence ?? ("" as SentenceId)) ?? -1) + 1;
  const first = Math.max(0, Math.min(...(indexes.length ? indexes : [next])) - contextSentences);
  const last = Math.max(...(indexes.length ? indexes : [next + 40])) + contextSentences;
  const otherChapterSentences = new Set(
    maps.flatMap((each) => (each === map ? [] : each.sentences.map(([id]) => id))),
  );
  return ids.slice(first, Math.min(last + 1, first + maxSentences)).flatMap((id, at) => {
    if (otherChapterSentences.has(id)) return [];
    const [, start = null, end = null, confidence = 0] = spans.get(id) ?? [];
    const text = sentences[first + at] ?? "";
    return [{ id, text, start, end, confidence, isAnchored: anchored.has(id) }];
  });
}
