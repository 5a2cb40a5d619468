import type { Seconds } from "#shared/kernel/values.ts";
import type { SentenceId } from "./position.ts";

/** A sentence's id, and its start and end from the chapter's start; what follows is not read here. */
export type HeardSentence = readonly [SentenceId, Seconds, Seconds, ...unknown[]];

/** A sentence id in parts: the spine item, and the sentence's number in it. */
export function readSentence(id: SentenceId): { readonly spineIndex: number; readonly number: number } {
  const [spineIndex = 0, number = 0] = id.slice(1).split("-").map(Number);
  return { spineIndex, number };
}

/** Orders sentences as they stand in the text. */
export function inReadingOrder(a: SentenceId, b: SentenceId): number {
  const [one, other] = [readSentence(a), readSentence(b)];
  return one.spineIndex - other.spineIndex || one.number - other.number;
}

/** When a sentence is heard, or the nearest heard one before it; 0 before the first. */
export function timeOf(sentence: SentenceId, heard: readonly HeardSentence[]): Seconds {
  const found = heard[lastIndexWhere(heard, ([id]) => inReadingOrder(id, sentence) <= 0)];
  return found?.[1] ?? 0;
}

/** The sentence heard at a time, or the last one before it; null when none is mapped. */
export function sentenceAt(time: Seconds, heard: readonly HeardSentence[]): SentenceId | null {
  const found = heard[lastIndexWhere(heard, ([, start]) => start <= time)] ?? heard[0];
  return found?.[0] ?? null;
}

/** The last index for which `holds`, in a list where it holds up to some point; -1 when for none. */
export function lastIndexWhere<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
