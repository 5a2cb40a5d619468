import type { Seconds } from "#shared/api/schemas.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { compareInReadingOrder, getSentenceTime, isSameDocument } from "#shared/positions/sentence-times.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";

export interface AudibleChapter {
  readonly chapterNumber: number;
  readonly sentences: readonly SyncedSentence[];
}

export interface AudioLocation {
  readonly chapterNumber: number;
  readonly time: Seconds;
}

export function toAudioPosition(
  sentence: SentenceId,
  chapters: readonly AudibleChapter[],
): AudioLocation | null {
  const sortedChapters = sortChapters(chapters);
  const index = sortedChapters.findLastIndex(({ first }) => compareInReadingOrder(first[0], sentence) <= 0);
  const [current, next] = [sortedChapters[index], sortedChapters[index + 1]];
  const hasEnded = !current?.sentences.some(([id]) => compareInReadingOrder(id, sentence) >= 0);
  if (hasEnded && next && isSameDocument(next.first[0], sentence)) {
    return { chapterNumber: next.chapterNumber, time: next.first[1] };
  }
  return current
    ? { chapterNumber: current.chapterNumber, time: getSentenceTime(sentence, current.sentences) }
    : null;
}

function sortChapters(chapters: readonly AudibleChapter[]) {
  return chapters
    .flatMap(({ sentences, ...chapter }) => {
      const [first] = sentences;
      return first ? [{ ...chapter, sentences, first }] : [];
    })
    .sort((a, b) => compareInReadingOrder(a.first[0], b.first[0]));
}
