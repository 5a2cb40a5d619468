import type { Seconds } from "#shared/api/schemas.ts";
import type { BookId } from "#shared/books/book.ts";
import {
  type AudioPart,
  convertFraction,
  findAudioPosition,
  getAudioFraction,
} from "#shared/positions/audio-fraction.ts";
import type { Locator, SentenceId } from "#shared/positions/position.ts";
import {
  compareInReadingOrder,
  findLastIndexWhere,
  findSentenceAt,
  getSentenceTime,
  isSameDocument,
} from "#shared/positions/sentence-times.ts";
import { getTextFraction } from "#shared/positions/text-fraction.ts";
import type { Database } from "#server/db/client.ts";
import {
  findSpine,
  listAudioParts,
  listSyncedChapters,
  listSyncedSentences,
  type Spine,
  type SyncedPart,
} from "./queries.ts";

/** Null when the book lacks the other format. */
interface ConvertedPosition {
  readonly found: Locator | null;
  /** Converted without a sync map. */
  readonly isApproximate: boolean;
}

const notFound: ConvertedPosition = { found: null, isApproximate: false };

const minWordsPerPart = 30;

export async function convertTextToAudio(
  db: Database,
  bookId: BookId,
  locator: Locator,
): Promise<ConvertedPosition> {
  const parts = await listAudioParts(db, bookId);
  if (parts.length === 0) return notFound;
  const { sentence } = locator;
  const synced = sentence === undefined ? [] : await listSyncedChapters(db, bookId);
  if (sentence !== undefined && synced.length > 0) {
    const { isApproximate, ...found } = await playSentence(db, bookId, sentence, synced, parts);
    return {
      found: { ...found, fraction: getAudioFraction(found.chapter, found.offset, parts) },
      isApproximate,
    };
  }
  const spine = (await findSpine(db, bookId)) ?? [];
  const fraction = convertFraction(
    locator.fraction,
    getPartWordCounts(spine),
    parts.map(({ duration }) => duration),
  );
  return { found: findAudioPosition(fraction, parts), isApproximate: true };
}

interface AudioPoint {
  readonly chapter: number;
  readonly offset: Seconds;
  readonly isApproximate: boolean;
}

function sortChapters(synced: readonly SyncedPart[]) {
  return synced
    .flatMap(({ first, ...part }) => (first === null ? [] : [{ ...part, first }]))
    .sort((a, b) => compareInReadingOrder(a.first, b.first));
}

async function playSentence(
  db: Database,
  bookId: BookId,
  sentence: SentenceId,
  synced: readonly SyncedPart[],
  parts: readonly AudioPart[],
): Promise<AudioPoint> {
  const inOrder = sortChapters(synced);
  const index = findLastIndexWhere(inOrder, ({ first }) => compareInReadingOrder(first, sentence) <= 0);
  const [syncedChapter, next] = [inOrder[Math.max(0, index)] ?? synced[0], inOrder[index + 1]];
  const chapter = syncedChapter?.chapterNumber ?? 1;
  if (syncedChapter?.level === "chapter" && syncedChapter.first && syncedChapter.last) {
    const spine = (await findSpine(db, bookId)) ?? [];
    const [from, to] = [
      getTextFraction(syncedChapter.first, spine),
      getTextFraction(syncedChapter.last, spine),
    ];
    const fractionInChapter = to > from ? (getTextFraction(sentence, spine) - from) / (to - from) : 0;
    const length = parts.find(({ chapterNumber }) => chapterNumber === chapter)?.duration ?? 0;
    return { chapter, offset: Math.min(1, Math.max(0, fractionInChapter)) * length, isApproximate: true };
  }
  const result = await listSyncedSentences(db, bookId, chapter);
  const isPast = !result.some(([id]) => compareInReadingOrder(id, sentence) >= 0);
  if (isPast && next && isSameDocument(next.first, sentence)) {
    return { chapter: next.chapterNumber, offset: next.firstStart ?? 0, isApproximate: false };
  }
  return { chapter, offset: getSentenceTime(sentence, result), isApproximate: false };
}

export async function splitPosition(
  db: Database,
  bookId: BookId,
  { cfi, sentence, chapter, offset, fraction }: Locator,
): Promise<{ readonly text: Locator; readonly audio: Locator }> {
  const spine = sentence === undefined ? null : await findSpine(db, bookId);
  const textFraction = sentence && spine ? getTextFraction(sentence, spine) : fraction;
  return { text: { cfi, sentence, fraction: textFraction }, audio: { chapter, offset, fraction } };
}

export async function convertAudioToText(
  db: Database,
  bookId: BookId,
  locator: Locator,
): Promise<ConvertedPosition> {
  const spine = await findSpine(db, bookId);
  if (!spine) return notFound;
  const { chapter = 1, offset = 0 } = locator;
  const sentence = findSentenceAt(offset, await listSyncedSentences(db, bookId, chapter));
  if (sentence)
    return { found: { sentence, fraction: getTextFraction(sentence, spine) }, isApproximate: false };

  const parts = await listAudioParts(db, bookId);
  const synced = await listSyncedChapters(db, bookId);
  const syncedChapter = synced.find(({ chapterNumber }) => chapterNumber === chapter);
  if (syncedChapter?.first && syncedChapter.last) {
    const [from, to] = [
      getTextFraction(syncedChapter.first, spine),
      getTextFraction(syncedChapter.last, spine),
    ];
    const length = parts.find(({ chapterNumber }) => chapterNumber === chapter)?.duration ?? 0;
    const fractionInChapter = length > 0 ? Math.min(1, offset / length) : 0;
    return { found: { fraction: from + fractionInChapter * (to - from) }, isApproximate: true };
  }
  const fraction = convertFraction(
    locator.fraction,
    parts.map(({ duration }) => duration),
    getPartWordCounts(spine),
  );
  return { found: { fraction }, isApproximate: true };
}

const getPartWordCounts = (spine: Spine) =>
  spine
    .filter(({ isLinear, wordCount }) => isLinear && wordCount >= minWordsPerPart)
    .map(({ wordCount }) => wordCount);
