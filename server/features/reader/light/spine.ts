import type { Place } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sync.ts";
import type { SpineRow } from "../queries.ts";

type Spine = readonly SpineRow[];

/** The shares of the book's words at which a document begins and ends. */
export function chapterShares(
  spine: Spine,
  spineIndex: number,
): { readonly from: number; readonly to: number } {
  const sum = (items: Spine) => items.reduce((words, { wordCount }) => words + wordCount, 0);
  const whole = sum(spine);
  if (whole === 0) return { from: 0, to: 0 };
  const before = sum(spine.filter(({ index }) => index < spineIndex));
  return { from: before / whole, to: (before + (spine[spineIndex]?.wordCount ?? 0)) / whole };
}

/** The document of a place, and the sentence in it. */
export function placeInSpine(
  { sentence, fraction }: Place,
  spine: Spine,
): { readonly spineIndex: number; readonly number: number } {
  if (sentence !== undefined) return readSentence(sentence);
  for (const { index, wordCount, sentenceCount } of spine) {
    const { from, to } = chapterShares(spine, index);
    if (wordCount === 0 || fraction > to) continue;
    const within = Math.max(0, fraction - from) / (to - from);
    return {
      spineIndex: index,
      number: Math.min(Math.max(0, sentenceCount - 1), Math.floor(within * sentenceCount)),
    };
  }
  return { spineIndex: spine.find(({ wordCount }) => wordCount > 0)?.index ?? 0, number: 0 };
}
