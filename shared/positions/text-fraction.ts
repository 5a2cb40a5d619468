import { getSentenceId } from "#shared/reader/sentences.ts";
import { type Locator, SentenceId } from "./position.ts";
import { readSentence } from "./sentence-times.ts";

/** The text's documents in reading order, with their sizes. */
type Spine = readonly {
  readonly index: number;
  readonly wordCount: number;
  readonly sentenceCount: number;
}[];

export function getDocumentFractions(
  spine: Spine,
  spineIndex: number,
): { readonly from: number; readonly to: number } {
  let [total, before, ownWords] = [0, 0, 0];
  for (const { index, wordCount } of spine) {
    total += wordCount;
    if (index < spineIndex) before += wordCount;
    if (index === spineIndex) ownWords = wordCount;
  }
  return total === 0 ? { from: 0, to: 0 } : { from: before / total, to: (before + ownWords) / total };
}

export function getTextFraction(sentence: SentenceId, spine: Spine): number {
  const { spineIndex, number } = readSentence(sentence);
  const { from, to } = getDocumentFractions(spine, spineIndex);
  const count = spine.find(({ index }) => index === spineIndex)?.sentenceCount ?? 0;
  return Math.min(1, from + (count > 0 ? ((to - from) * number) / count : 0));
}

export function findSentence({ sentence, fraction }: Locator, spine: Spine): SentenceId {
  if (sentence !== undefined) return sentence;
  const textItems = spine.filter(({ wordCount }) => wordCount > 0);
  let remaining = fraction * textItems.reduce((words, { wordCount }) => words + wordCount, 0);
  for (const { index, wordCount, sentenceCount } of textItems) {
    if (remaining <= wordCount) {
      const number = Math.floor((Math.max(0, remaining) / wordCount) * sentenceCount);
      return SentenceId.parse(getSentenceId(index, Math.max(0, Math.min(sentenceCount - 1, number))));
    }
    remaining -= wordCount;
  }
  return SentenceId.parse(getSentenceId(textItems.at(-1)?.index ?? 0, 0));
}
