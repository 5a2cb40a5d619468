import type { Seconds } from "#shared/api/schemas.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { inReadingOrder, isSameDocument, timeOf } from "#shared/positions/sentence-times.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";

/** A chapter of the sound, and when its sentences are heard; none where it is in step at its ends alone. */
export interface HeardChapter {
  readonly chapterNumber: number;
  readonly sentences: readonly SyncedSentence[];
}

/** A place in the sound. */
export interface SoundSpot {
  readonly chapterNumber: number;
  readonly time: Seconds;
}

/**
 * Where a sentence is heard: itself, else the next one of its document that is, else the last before it. Null where it
 * comes before all that is heard, or nothing is.
 */
export function spotOf(sentence: SentenceId, chapters: readonly HeardChapter[]): SoundSpot | null {
  const heard = asTheyAreRead(chapters);
  const index = heard.findLastIndex(({ first }) => inReadingOrder(first[0], sentence) <= 0);
  const [own, next] = [heard[index], heard[index + 1]];
  const isOver = !own?.sentences.some(([id]) => inReadingOrder(id, sentence) >= 0);
  if (isOver && next && isSameDocument(next.first[0], sentence)) {
    return { chapterNumber: next.chapterNumber, time: next.first[1] };
  }
  return own ? { chapterNumber: own.chapterNumber, time: timeOf(sentence, own.sentences) } : null;
}

/** In the order of the text, which need not be that of the sound: some read a preface last. */
function asTheyAreRead(chapters: readonly HeardChapter[]) {
  return chapters
    .flatMap(({ sentences, ...chapter }) => {
      const [first] = sentences;
      return first ? [{ ...chapter, sentences, first }] : [];
    })
    .sort((one, other) => inReadingOrder(one.first[0], other.first[0]));
}
