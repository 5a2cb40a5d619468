import type { TextStretch } from "#shared/reader/sentences.ts";
import { findBrackets } from "./bracket-detection.ts";
import { minWords, type QuranIndex } from "./quran-index.ts";
import { type QuranWord, quranWords } from "./quran-word.ts";

/** A block of a page, a paragraph or the like: its text, its sentences, and what the page's markup says is of the Qur'an. */
export interface PassageBlock {
  readonly text: string;
  readonly sentences: readonly TextStretch[];
  readonly marked: readonly TextStretch[];
}

/** Stretches of each block's text that are of the Qur'an: in order, none touching another. */
export type BlockPassages = readonly (readonly TextStretch[])[];

/**
 * Finds what is of the Qur'an in a page, by the three signs there are: it stands in ornate brackets or before a verse's
 * number, the markup says so, or four words and more stand so in the Qur'an, however they are spelt. Such a run may go on
 * from paragraph to paragraph, and numbers and signs may stand in between.
 *
 * @param index null without the licensed package: then the first two decide.
 */
export function findPassages(blocks: readonly PassageBlock[], index: QuranIndex | null): BlockPassages {
  const found = findBrackets(blocks).map((ranges, at) => [...ranges, ...(blocks[at]?.marked ?? [])]);
  if (index) {
    const runs = [...findRuns(blocks, index), ...findRuns(withoutSplitConjunction(blocks), index)];
    for (const { block, start, end } of runs) found[block]?.push({ start, end });
  }
  return found.map((ranges, at) => joined(ranges, blocks[at]?.text ?? ""));
}

/** A sign within a word that is not seen. */
const unseen = "\u200B";

/** The blocks in which that word is parted, read as if it were not: at the same places, the others empty. */
function withoutSplitConjunction(blocks: readonly PassageBlock[]): readonly PassageBlock[] {
  return blocks.map((block) => {
    const text = block.text.replace(splitConjunction, (written, and: string) =>
      and.padEnd(written.length, unseen),
    );
    return { ...block, text: text === block.text ? "" : text };
  });
}

interface Place extends TextStretch {
  readonly block: number;
}

/** The whole text's words, each with where it stands. */
interface Words {
  readonly words: QuranWord[];
  readonly places: Place[];
}

/** Letters with their marks, and signs within a word that are not seen; or a word in other letters. */
const wordPattern =
  /(?:(?=\p{Script=Arabic})\p{L}|[\p{M}\u0640\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF])+|\p{L}+/gu;
/** The word "and", which some part from its word as no print of the Qur'an does. */
const splitConjunction = /(?<![\p{L}\p{M}])(\u0648\p{M}*)\s+(?=\p{Script=Arabic})/gu;
const arabic = /[\u0600-\u06FF\u0750-\u077F\uFB50-\uFDFF\uFE70-\uFEFC]/u;

function getWords(blocks: readonly PassageBlock[]): Words {
  const words: QuranWord[] = [];
  const places: Place[] = [];
  const known = new Map<string, readonly QuranWord[]>();
  blocks.forEach(({ text }, block) => {
    if (!arabic.test(text)) {
      breakRun(words, places, block);
      return;
    }
    for (const { 0: written, index: start } of text.matchAll(wordPattern)) {
      const place = { block, start, end: start + written.length };
      const read = known.get(written) ?? quranWords(written);
      known.set(written, read);
      // One letter of another alphabet is the sign of a note.
      if (read.length === 0 && /\p{L}{2}/u.test(written)) breakRun(words, places, block);
      for (const word of read) {
        words.push(word);
        places.push(place);
      }
    }
  });
  return { words, places };
}

/** A word that cannot be of the Qur'an ends what went before. */
function breakRun(words: QuranWord[], places: Place[], block: number): void {
  if (words.at(-1) === noWord) return;
  words.push(noWord);
  places.push({ block, start: 0, end: 0 });
}

const noWord: QuranWord = { root: "-", weak: "" };

/** A word or two that one print writes otherwise than the other do not end a passage whose words go on behind them. */
const maxBetween = 3;
const maxShift = 2;

function findRuns(blocks: readonly PassageBlock[], index: QuranIndex): Place[] {
  const { words, places } = getWords(blocks);
  const roots = Uint16Array.from(words, (word) => (word === noWord ? 0 : index.getRoot(word)));
  const isFound = new Uint8Array(words.length);
  let last: { readonly at: number; readonly inQuran: readonly number[] } | null = null;
  for (let at = 0; at + minWords <= words.length; at++) {
    const inQuran = index.find(words, roots, at);
    if (inQuran.length === 0) continue;
    const continues =
      last && isContinued(last, { at, inQuran }) && !words.slice(last.at, at).includes(noWord);
    isFound.fill(1, continues && last ? last.at : at, at + minWords);
    for (const way of [-1, minWords]) {
      const word = words[at + way];
      if (word && inQuran.some((place) => index.isSubscribed(word, place, way))) isFound[at + way] = 1;
    }
    last = { at, inQuran };
  }
  return getRuns(isFound, places, blocks);
}

function isContinued(
  one: { readonly at: number; readonly inQuran: readonly number[] },
  other: { readonly at: number; readonly inQuran: readonly number[] },
): boolean {
  const way = other.at - one.at;
  if (way > minWords + maxBetween) return false;
  return one.inQuran.some((from) =>
    other.inQuran.some((to) => to > from && Math.abs(to - from - way) <= maxShift),
  );
}

/** A run in the blocks it goes through; what stands between two of its blocks belongs to it. */
function getRuns(isFound: Uint8Array, places: readonly Place[], blocks: readonly PassageBlock[]): Place[] {
  const runs: Place[] = [];
  for (let at = 0; at < isFound.length; at++) {
    const [place, before] = [places[at], places[at - 1]];
    if (!isFound[at] || !place) continue;
    const run = runs.at(-1);
    if (!isFound[at - 1] || !run || !before) {
      runs.push(place);
    } else if (before.block === place.block) {
      runs[runs.length - 1] = { ...run, end: Math.max(run.end, place.end) };
    } else {
      runs[runs.length - 1] = { ...run, end: blocks[run.block]?.text.length ?? run.end };
      for (let block = before.block + 1; block < place.block; block++) {
        runs.push({ block, start: 0, end: blocks[block]?.text.length ?? 0 });
      }
      runs.push({ block: place.block, start: 0, end: place.end });
    }
  }
  return runs;
}

/** Joins what overlaps or has nothing between that could be said, such as a verse's number. */
function joined(ranges: readonly TextStretch[], text: string): readonly TextStretch[] {
  const done: TextStretch[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = done.at(-1);
    if (last && range.start <= last.end) {
      done[done.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else if (last && !isSpeakable(text.slice(last.end, range.start).replace(/\p{N}+/gu, ""))) {
      done[done.length - 1] = { start: last.start, end: range.end };
    } else done.push(range);
  }
  return done;
}

/** Whether there is anything in a text that would be said. */
export const isSpeakable = (text: string) => /[\p{L}\p{N}]/u.test(text);
