import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { getAudioUrl } from "#shared/books/urls.ts";
import {
  type ChapterList,
  type chaptersContract,
  type EditedChapter,
  minChapterSeconds,
} from "#shared/publishing/chapters.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { Database } from "#server/db/client.ts";
import { type NewMap, saveSyncMaps } from "#server/features/alignment/service.ts";
import { type EditedBook, insertChanges } from "#server/features/publishing/queries.ts";
import { openBook, rejectInReview, requireVersion } from "#server/features/publishing/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import {
  bumpVersion,
  type ChapterRow,
  type ChapterSpan,
  deleteMaps,
  type FileRow,
  hasOverlay,
  listChapters,
  listFiles,
  listMaps,
  moveToChapters,
  orderFiles,
  replaceChapters,
} from "./queries.ts";

/** @throws {ProblemError} `not_found` also for books without audio; `forbidden` */
export async function getChapters(
  context: Context,
  { params: { bookId } }: InputOf<typeof chaptersContract.getChapters>,
): Promise<ChapterList> {
  const { db, user } = context;
  const book = await openBook(context, user, bookId, { right: "view" });
  const [files, chapters] = [await listFiles(db, bookId), await listChapters(db, bookId)];
  if (files.length === 0) throw notFound("audiobook");
  return {
    version: book.row.version,
    canMove: await canMove(db, book),
    files: files.map(({ id, fileName, duration }) => {
      return { id, fileName, duration, audioUrl: getAudioUrl(bookId, id) };
    }),
    chapters: chapters.map(toEdited),
  };
}

const toEdited = ({ title, chapterType, audioFileId, start }: ChapterRow): EditedChapter => ({
  title,
  chapterType,
  fileId: audioFileId,
  start,
});

async function canMove(db: Database, { row }: EditedBook): Promise<boolean> {
  return !row.isNarrated && !(await hasOverlay(db, row.id));
}

/**
 * Replaces the chapters. Positions, anchors and sync maps keep their second of the file.
 *
 * @throws {ProblemError} `conflict` for another version, or moved chapters where they cannot be moved;
 * `invalid_input` for chapters that do not cover the files in order
 */
export async function setChapters(
  context: Context,
  { params: { bookId }, body: { version, chapters } }: InputOf<typeof chaptersContract.setChapters>,
): Promise<ChapterList> {
  const { db, clock, user } = context;
  await db.transaction(async (tx) => {
    const book = await openBook({ db: tx }, user, bookId, { lock: true });
    requireVersion(book, version);
    rejectInReview(book, user);
    const [files, before] = [await listFiles(tx, bookId), await listChapters(tx, bookId)];
    const after = toRows(bookId, files, chapters);
    const hasMoved = describePlacement(before) !== describePlacement(after);
    if (hasMoved && !(await canMove(tx, book))) throw conflict("chapters_fixed");
    const maps = hasMoved ? sliceMaps(await listMaps(tx, bookId), before, after) : [];
    if (hasMoved) await orderFiles(tx, bookId, getFileOrder(after));
    await replaceChapters(tx, bookId, after);
    if (hasMoved) {
      const totalSeconds = after.reduce((sum, { start, end }) => sum + end - start, 0);
      await moveToChapters(tx, bookId, toChapterSpans(before), toChapterSpans(after), totalSeconds);
      await deleteMaps(tx, bookId);
      await saveSyncMaps(tx, bookId, maps);
    }
    const at = clock();
    await bumpVersion(tx, bookId, at);
    const texts = { before: before.map(toEdited), after: after.map(toEdited) };
    await insertChanges(tx, [
      { bookId, field: "chapters", ...texts, source: "manual", actorId: user.id, at },
    ]);
  });
  return getChapters(context, { params: { bookId } });
}

const describePlacement = (rows: readonly ChapterRow[]) =>
  JSON.stringify(rows.map(({ audioFileId, start }) => [audioFileId, start]));

const getFileOrder = (rows: readonly ChapterRow[]) => [
  ...new Set(rows.map(({ audioFileId }) => audioFileId)),
];

/** The start of a file's first chapter may differ from 0 by this many seconds. */
const startSlack = 0.05;

/** @throws {ProblemError} `invalid_input` */
function toRows(bookId: BookId, files: readonly FileRow[], chapters: readonly EditedChapter[]): ChapterRow[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const completedFiles = new Set<string>();
  return chapters.map((chapter, index) => {
    const { title, chapterType, fileId, start } = chapter;
    const file = byId.get(fileId);
    const next = chapters[index + 1];
    const isLastOfFile = next?.fileId !== fileId;
    const isFirstOfFile = chapters[index - 1]?.fileId !== fileId;
    const end = isLastOfFile ? (file?.duration ?? 0) : (next?.start ?? 0);
    const createRejection = (code: "chapter_times" | "chapter_files") =>
      invalid({ chapters: reason(code, { n: index + 1 }) });
    if (!file || completedFiles.has(fileId)) throw createRejection("chapter_files");
    if (isFirstOfFile && start > startSlack) throw createRejection("chapter_times");
    if (end - start < Math.min(minChapterSeconds, file.duration)) throw createRejection("chapter_times");
    if (isLastOfFile) completedFiles.add(fileId);
    if (!next && completedFiles.size < files.length) throw createRejection("chapter_files");
    return {
      bookId,
      chapterNumber: index + 1,
      chapterType,
      title,
      audioFileId: fileId,
      start,
      end,
      inSample: start < file.sampleEnd - startSlack,
    };
  });
}

function toChapterSpans(rows: readonly ChapterRow[]): ChapterSpan[] {
  let before = 0;
  return rows.map(({ chapterNumber, audioFileId, start, end }) => {
    const span = { chapterNumber, audioFileId, start, end, before };
    before += end - start;
    return span;
  });
}

/** The sentences of each new chapter, by the second of the file at which they are spoken. */
function sliceMaps(
  maps: Awaited<ReturnType<typeof listMaps>>,
  before: readonly ChapterRow[],
  after: readonly ChapterRow[],
): NewMap[] {
  const syncMaps = maps.flatMap(({ chapterNumber, source, sentences, guesses }) => {
    const chapter = before.find((row) => row.chapterNumber === chapterNumber);
    if (!chapter) return [];
    return [...sentences, ...guesses].map(([id, start, end, confidence]) => ({
      id,
      source,
      confidence,
      file: chapter.audioFileId,
      start: chapter.start + start,
      end: chapter.start + end,
    }));
  });
  return after.flatMap(({ chapterNumber, audioFileId, start, end }) => {
    const placement = syncMaps
      .filter((sentence) => sentence.file === audioFileId && sentence.start >= start && sentence.start < end)
      .sort((a, b) => a.start - b.start);
    const [first] = placement;
    if (!first) return [];
    const sentences = placement.map((sentence): SyncedSentence => {
      const until = Math.min(sentence.end, end);
      return [sentence.id, sentence.start - start, until - start, sentence.confidence];
    });
    return [{ chapterNumber, source: first.source, sentences }];
  });
}
