import { minConfidence } from "#shared/alignment/map.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import {
  AlignmentRejectedError,
  type AlignTask,
  type AudioFileRow,
  type FoundAudioChapter,
} from "#server/align/worker/task.ts";
import type { Services } from "#server/services.ts";
import { isMissingFile, type LocalFile } from "#server/storage/storage.ts";
import type { AlignmentRow } from "./alignment-queries.ts";
import { type BookText, readText } from "./book-text.ts";
import { speechFolder } from "./reference-speech.ts";
import type { Programs } from "./required-programs.ts";
import { countMissingSentences, type NewMap } from "./service.ts";
import { type AudioChapterRow, findBook, listAnchors, listAudioChapters, listMaps } from "./text-queries.ts";

export interface PreparedTask {
  /** Releases the local audio files. */
  readonly release: () => void;
  readonly task: AlignTask;
  readonly text: BookText;
}

const minConfidentFraction = 0.4;

/** @throws {AlignmentRejectedError} when the book has no text, or a file is missing */
export async function prepareTask(
  services: Services,
  { bookId, chapters }: AlignmentRow,
  programs: Programs,
): Promise<PreparedTask> {
  const { db } = services;
  const book = await findBook(db, bookId);
  const text = await readText(db, bookId);
  if (!book || text.ids.length === 0) throw new AlignmentRejectedError("no-text");
  const getIndex = (sentence: BookText["ids"][number]) => text.sentenceIndex.get(sentence) ?? -1;
  const anchors = (await listAnchors(db, bookId)).map(({ sentence, chapterNumber, at }) => ({
    chapter: chapterNumber,
    sentence: getIndex(sentence),
    at,
  }));
  const firstSentences = (await listMaps(db, bookId)).flatMap(({ chapterNumber, firstSentence }) =>
    firstSentence && chapters ? [[chapterNumber, getIndex(firstSentence)] as const] : [],
  );
  const { files, release } = await acquireFiles(services, bookId);
  const task: AlignTask = {
    language: book.language,
    sentences: text.sentences,
    partStarts: text.partStarts,
    programs,
    files,
    speechFolder: services.storageDrivers.disk.localPath(speechFolder),
    requested: chapters,
    anchors: anchors.filter(({ sentence }) => sentence >= 0),
    firstSentences: firstSentences.filter(([, sentence]) => sentence >= 0),
  };
  return { task, text, release };
}

async function acquireFiles(services: Services, bookId: BookId) {
  const rows = await listAudioChapters(services.db, bookId);
  const byFile = new Map<string, AudioChapterRow[]>();
  for (const row of rows) byFile.set(row.storageKey, [...(byFile.get(row.storageKey) ?? []), row]);
  const acquired: LocalFile[] = [];
  const release = () => {
    for (const file of acquired) file.release();
  };
  const files: AudioFileRow[] = [];
  try {
    for (const [storageKey, fileChapters] of byFile) {
      const name = fileChapters[0]?.fileName ?? "";
      const file = await services.storage.acquireLocal(storageKey).catch((error: unknown) => {
        throw isMissingFile(error) ? new AlignmentRejectedError("lost-file", name) : error;
      });
      acquired.push(file);
      const chapters = fileChapters.map(({ number, start, end }) => ({ number, start, end }));
      files.push({ path: file.path, name, chapters });
    }
    return { files, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** The sync maps of the aligned chapters. */
export function toMaps(found: readonly FoundAudioChapter[], { task, text }: PreparedTask): readonly NewMap[] {
  const getId = (sentence: number) => text.ids[sentence];
  return found.map(({ number, sentences, uncertainties }): NewMap => {
    const synced = sentences.flatMap(({ sentence, start, end, confidence }): SyncedSentence[] => {
      const id = getId(sentence);
      return id ? [[id, roundSeconds(start), roundSeconds(end), Math.round(confidence * 100) / 100]] : [];
    });
    const knownCount = synced.filter(([, , , confidence]) => confidence >= minConfidence).length;
    const isAnchored = task.anchors.some(({ chapter }) => chapter === number);
    return {
      chapterNumber: number,
      source: isAnchored ? "manual" : "aligned",
      sentences: synced,
      missingSentences: countMissingSentences(synced, text.sentenceIndex),
      isCoarse: knownCount < synced.length * minConfidentFraction,
      lowConfidence: uncertainties.flatMap(({ kind, start, end, confidence, sentences: range }) => {
        const [first, last] = range ? range.map(getId) : [];
        const span: NonNullable<NewMap["lowConfidence"]>[number] = {
          kind,
          start: roundSeconds(start),
          end: roundSeconds(end),
          confidence,
          sentences: first && last ? [first, last] : null,
        };
        return [span];
      }),
    };
  });
}

/** Rounded to milliseconds. */
const roundSeconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
