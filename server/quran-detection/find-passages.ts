import type { TextSpan } from "#shared/reader/sentences.ts";
import { findBrackets, type PassageBlock } from "./bracket-detection.ts";
import { minWords, type QuranIndex } from "./quran-index.ts";
import { type QuranWord, toQuranWords } from "./quran-word.ts";

/** Qur'an ranges of each block's text, in order and separate. */
export type BlockPassages = readonly (readonly TextSpan[])[];

/**
 * Finds Qur'an passages in a page by ornate brackets or verse numbers, by markup, or by four or more
 * consecutive words of the Qur'an in any spelling, across paragraphs.
 */
export function findPassages(blocks: readonly PassageBlock[], index: QuranIndex | null): BlockPassages {
  const found = findBrackets(blocks).map((ranges, at) => [...ranges, ...(blocks[at]?.marked ?? [])]);
  if (index) {
    const runs = [...findRuns(blocks, index), ...findRuns(withoutSplitConjunction(blocks), index)];
    for (const { block, start, end } of runs) found[block]?.push({ start, end });
  }
  return found.map((ranges, at) => joinRanges(ranges, blocks[at]?.text ?? ""));
}

const zeroWidthSpace = "\u200B";

function withoutSplitConjunction(blocks: readonly PassageBlock[]): readonly PassageBlock[] {
  return blocks.map((block) => {
    const text = block.text.replace(separatedConjunction, (written, and: string) =>
      and.padEnd(written.length, zeroWidthSpace),
    );
    return { ...block, text: text === block.text ? "" : text };
  });
}

interface BlockSpan extends TextSpan {
  readonly block: number;
}

interface WordSequence {
  readonly words: QuranWord[];
  readonly ranges: BlockSpan[];
}

const wordPattern =
  /(?:(?=\p{Script=Arabic})\p{L}|[\p{M}\u0640\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF])+|\p{L}+/gu;
const separatedConjunction = /(?<![\p{L}\p{M}])(\u0648\p{M}*)\s+(?=\p{Script=Arabic})/gu;
const arabic = /[\u0600-\u06FF\u0750-\u077F\uFB50-\uFDFF\uFE70-\uFEFC]/u;

function getWords(blocks: readonly PassageBlock[]): WordSequence {
  const words: QuranWord[] = [];
  const ranges: BlockSpan[] = [];
  const wordsByPosition = new Map<string, readonly QuranWord[]>();
  blocks.forEach(({ text }, block) => {
    if (!arabic.test(text)) {
      breakRun(words, ranges, block);
      return;
    }
    for (const { 0: written, index: start } of text.matchAll(wordPattern)) {
      const range = { block, start, end: start + written.length };
      const read = wordsByPosition.get(written) ?? toQuranWords(written);
      wordsByPosition.set(written, read);
      if (read.length === 0 && /\p{L}{2}/u.test(written)) breakRun(words, ranges, block);
      for (const word of read) {
        words.push(word);
        ranges.push(range);
      }
    }
  });
  return { words, ranges };
}

function breakRun(words: QuranWord[], ranges: BlockSpan[], block: number): void {
  if (words.at(-1) === noWord) return;
  words.push(noWord);
  ranges.push({ block, start: 0, end: 0 });
}

const noWord: QuranWord = { root: "-", weak: "" };

const maxGap = 3;
const maxShift = 2;

function findRuns(blocks: readonly PassageBlock[], index: QuranIndex): BlockSpan[] {
  const { words, ranges } = getWords(blocks);
  const roots = Uint16Array.from(words, (word) => (word === noWord ? 0 : index.getRoot(word)));
  const isFound = new Uint8Array(words.length);
  let last: { readonly at: number; readonly inQuran: readonly number[] } | null = null;
  for (let at = 0; at + minWords <= words.length; at++) {
    const inQuran = index.find(words, roots, at);
    if (inQuran.length === 0) continue;
    const continues =
      last && isContinued(last, { at, inQuran }) && !words.slice(last.at, at).includes(noWord);
    isFound.fill(1, continues && last ? last.at : at, at + minWords);
    for (const offset of [-1, minWords]) {
      const word = words[at + offset];
      if (word && inQuran.some((range) => index.isVocativePair(word, range, offset)))
        isFound[at + offset] = 1;
    }
    last = { at, inQuran };
  }
  return getRuns(isFound, ranges, blocks);
}

function isContinued(
  a: { readonly at: number; readonly inQuran: readonly number[] },
  b: { readonly at: number; readonly inQuran: readonly number[] },
): boolean {
  const offset = b.at - a.at;
  if (offset > minWords + maxGap) return false;
  return a.inQuran.some((from) =>
    b.inQuran.some((to) => to > from && Math.abs(to - from - offset) <= maxShift),
  );
}

function getRuns(
  isFound: Uint8Array,
  ranges: readonly BlockSpan[],
  blocks: readonly PassageBlock[],
): BlockSpan[] {
  const runs: BlockSpan[] = [];
  for (let at = 0; at < isFound.length; at++) {
    const [range, before] = [ranges[at], ranges[at - 1]];
    if (!isFound[at] || !range) continue;
    const run = runs.at(-1);
    if (!isFound[at - 1] || !run || !before) {
      runs.push(range);
    } else if (before.block === range.block) {
      runs[runs.length - 1] = { ...run, end: Math.max(run.end, range.end) };
    } else {
      runs[runs.length - 1] = { ...run, end: blocks[run.block]?.text.length ?? run.end };
      for (let block = before.block + 1; block < range.block; block++) {
        runs.push({ block, start: 0, end: blocks[block]?.text.length ?? 0 });
      }
      runs.push({ block: range.block, start: 0, end: range.end });
    }
  }
  return runs;
}

function joinRanges(ranges: readonly TextSpan[], text: string): readonly TextSpan[] {
  const joined: TextSpan[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && range.start <= last.end) {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else if (last && !isSpeakable(text.slice(last.end, range.start).replace(/\p{N}+/gu, ""))) {
      joined[joined.length - 1] = { start: last.start, end: range.end };
    } else joined.push(range);
  }
  return joined;
}

export const isSpeakable = (text: string) => /[\p{L}\p{N}]/u.test(text);
