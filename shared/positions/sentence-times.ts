import type { Seconds } from "#shared/api/schemas.ts";
import type { SentenceId } from "./position.ts";

/** A part of the text with its start and end in the chapter; further values are ignored. */
export type AudibleSpan = readonly [name: string, start: Seconds, end: Seconds, ...unknown[]];

/** A part that is a sentence. */
export type AudibleSentence = readonly [SentenceId, Seconds, Seconds, ...unknown[]];

/** The spine index and the sentence number of an id. */
export function readSentence(id: SentenceId): { readonly spineIndex: number; readonly number: number } {
  const [spineIndex = 0, number = 0] = id.slice(1).split("-").map(Number);
  return { spineIndex, number };
}

export function compareInReadingOrder(a: SentenceId, b: SentenceId): number {
  const [first, second] = [readSentence(a), readSentence(b)];
  return first.spineIndex - second.spineIndex || first.number - second.number;
}

/**
 * The start of a sentence; of an unspoken one, that of the next in its document, else of the last before it;
 * 0 before the first.
 */
export function getSentenceTime(sentence: SentenceId, audibleSentences: readonly AudibleSentence[]): Seconds {
  const before = findLastIndexWhere(audibleSentences, ([id]) => compareInReadingOrder(id, sentence) <= 0);
  const [found, next] = [audibleSentences[before], audibleSentences[before + 1]];
  if (found && found[0] !== sentence && next && isSameDocument(next[0], sentence)) return next[1];
  return found?.[1] ?? 0;
}

export const isSameDocument = (a: SentenceId, b: SentenceId): boolean =>
  readSentence(a).spineIndex === readSentence(b).spineIndex;

const timeTolerance: Seconds = 0.005;

/** The index at a time, or of the last one before it; -1 before the first. */
export const findIndexAt = (time: Seconds, audibleSpans: readonly AudibleSpan[]): number =>
  findLastIndexWhere(audibleSpans, ([, start]) => start <= time + timeTolerance);

/** The sentence at a time, or the last one before it, or the first; null for an empty map. */
export function findSentenceAt(
  time: Seconds,
  audibleSentences: readonly AudibleSentence[],
): SentenceId | null {
  const found = audibleSentences[findIndexAt(time, audibleSentences)] ?? audibleSentences[0];
  return found?.[0] ?? null;
}

/** The last index for which `predicate` holds, in a list partitioned by it; -1 for none. */
export function findLastIndexWhere<T>(list: readonly T[], predicate: (item: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && predicate(item)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
