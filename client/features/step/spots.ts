import type { Seconds } from "#shared/kernel/values.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { inReadingOrder, isSameDocument, timeOf } from "#shared/positions/sync.ts";
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
  const heard = chapters.filter(({ sentences }) => sentences.length > 0);
  const index = heard.findLastIndex(
    ({ sentences: [first] }) => first && inReadingOrder(first[0], sentence) <= 0,
  );
  const [own, next] = [heard[index], heard[index + 1]];
  const nextFirst = next?.sentences[0];
  const isOver = !own?.sentences.some(([id]) => inReadingOrder(id, sentence) >= 0);
  if (isOver && next && nextFirst && isSameDocument(nextFirst[0], sentence)) {
    return { chapterNumber: next.chapterNumber, time: nextFirst[1] };
  }
  return own ? { chapterNumber: own.chapterNumber, time: timeOf(sentence, own.sentences) } : null;
}
