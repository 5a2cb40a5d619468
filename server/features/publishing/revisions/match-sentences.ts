import { SentenceId } from "#shared/positions/position.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";

/** One document: its normalized sentences in order. */
export interface DocumentText {
  readonly spineIndex: number;
  readonly sentences: readonly string[];
}

export interface SentenceMatch {
  readonly to: SentenceId;
  /** False for the nearest sentence, where the sentence itself was removed. */
  readonly isSame: boolean;
}

interface Sentence {
  readonly id: SentenceId;
  readonly text: string;
}

interface Range {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

const minSharedWords = 0.5;
/** Shorter sentences, such as numbered headings, are not looked for elsewhere. */
const minMovedWords = 4;

/**
 * The sentence of the new text for every sentence of the old one. Equal sentences are matched by a patience
 * diff, moved ones by their unique text, and a slightly edited one by its neighbours and words; any other
 * sentence gets the nearest one. Empty when the new text has no sentences.
 */
export function matchSentences(
  before: readonly DocumentText[],
  after: readonly DocumentText[],
): ReadonlyMap<SentenceId, SentenceMatch> {
  const [old, next] = [flatten(before), flatten(after)];
  if (next.length === 0) return new Map();
  const matched = new Array<number>(old.length).fill(-1);
  const fullRange = { oldFrom: 0, oldTo: old.length, newFrom: 0, newTo: next.length };
  for (const queue: Range[] = [fullRange]; queue.length > 0; ) {
    const range = queue.pop();
    if (range) queue.push(...matchRange(old, next, range, matched));
  }
  matchMoved(old, next, matched);
  return toMatches(old, next, matched);
}

const flatten = (documents: readonly DocumentText[]): Sentence[] =>
  documents.flatMap(({ spineIndex, sentences }) =>
    sentences.map((text, number) => ({ id: SentenceId.parse(getSentenceId(spineIndex, number)), text })),
  );

/** Matches equal ends and unique sentences of a range. Returns the ranges between them. */
function matchRange(
  old: readonly Sentence[],
  next: readonly Sentence[],
  { oldFrom, oldTo, newFrom, newTo }: Range,
  matched: number[],
): Range[] {
  let [a, b, c, d] = [oldFrom, oldTo, newFrom, newTo];
  while (a < b && c < d && old[a]?.text === next[c]?.text) matched[a++] = c++;
  while (a < b && c < d && old[b - 1]?.text === next[d - 1]?.text) matched[--b] = --d;
  if (a === b || c === d) return [];
  const pairs = findUniquePairs(old, next, { oldFrom: a, oldTo: b, newFrom: c, newTo: d });
  const anchors = findIncreasingChain(pairs, ([from]) => old[from]?.text.length ?? 0);
  if (anchors.length === 0) {
    matchEdited(old, next, { oldFrom: a, oldTo: b, newFrom: c, newTo: d }, matched);
    return [];
  }
  const ranges: Range[] = [];
  for (const [from, to] of [...anchors, [b, d] as const]) {
    ranges.push({ oldFrom: a, oldTo: from, newFrom: c, newTo: to });
    if (from < b) matched[from] = to;
    [a, c] = [from + 1, to + 1];
  }
  return ranges;
}

type Pair = readonly [old: number, next: number];

/** Sentences that occur once in both, by their order in the old text. */
function findUniquePairs(
  old: readonly Sentence[],
  next: readonly Sentence[],
  { oldFrom, oldTo, newFrom, newTo }: Range,
): Pair[] {
  const [inOld, inNew] = [indexUnique(old, oldFrom, oldTo), indexUnique(next, newFrom, newTo)];
  return [...inOld].flatMap(([text, from]) => {
    const to = inNew.get(text);
    return from < 0 || to === undefined || to < 0 ? [] : [[from, to] as const];
  });
}

/** The index of each text; -1 when it occurs more than once. */
function indexUnique(sentences: readonly Sentence[], from: number, to: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let index = from; index < to; index++) {
    const text = sentences[index]?.text ?? "";
    found.set(text, found.has(text) ? -1 : index);
  }
  return found;
}

/**
 * The chain of pairs with the most text that increases in both texts: long sentences decide, not headings.
 */
function findIncreasingChain(pairs: readonly Pair[], getWeight: (pair: Pair) => number): Pair[] {
  const byNew = [...pairs.keys()].sort((a, b) => (pairs[a]?.[1] ?? 0) - (pairs[b]?.[1] ?? 0));
  const rank = new Map(byNew.map((index, order) => [index, order + 1]));
  const total = new Array<number>(pairs.length).fill(0);
  const previous = new Array<number>(pairs.length).fill(-1);
  const best = new PrefixMaximum(pairs.length, total);
  let last = -1;
  for (const [index, pair] of pairs.entries()) {
    const order = rank.get(index) ?? 0;
    const before = best.upTo(order - 1);
    previous[index] = before;
    total[index] = (total[before] ?? 0) + getWeight(pair);
    best.add(order, index);
    if ((total[index] ?? 0) > (total[last] ?? 0)) last = index;
  }
  const chain: Pair[] = [];
  for (let index = last; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) chain.push(pair);
  }
  return chain.reverse();
}

/** A Fenwick tree: the index with the largest total among the first entries. */
class PrefixMaximum {
  readonly #best: number[];
  readonly #total: readonly number[];

  constructor(size: number, total: readonly number[]) {
    this.#best = new Array<number>(size + 1).fill(-1);
    this.#total = total;
  }

  add(order: number, index: number): void {
    for (let at = order; at < this.#best.length; at += at & -at) {
      this.#best[at] = this.#chooseLarger(this.#best[at] ?? -1, index);
    }
  }

  /** -1 when there is none. */
  upTo(order: number): number {
    let found = -1;
    for (let at = order; at > 0; at -= at & -at) found = this.#chooseLarger(found, this.#best[at] ?? -1);
    return found;
  }

  #chooseLarger(a: number, b: number): number {
    return (this.#total[a] ?? 0) >= (this.#total[b] ?? 0) ? a : b;
  }
}

/** Sentences that were edited without moving: as many as before, with shared words. */
function matchEdited(
  old: readonly Sentence[],
  next: readonly Sentence[],
  { oldFrom, oldTo, newFrom, newTo }: Range,
  matched: number[],
): void {
  if (oldTo - oldFrom !== newTo - newFrom) return;
  for (let index = oldFrom; index < oldTo; index++) {
    const to = newFrom + index - oldFrom;
    if (countSharedWords(old[index]?.text ?? "", next[to]?.text ?? "") >= minSharedWords) matched[index] = to;
  }
}

function countSharedWords(a: string, b: string): number {
  const [words, others] = [new Set(a.split(" ")), new Set(b.split(" "))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared / Math.max(words.size, others.size);
}

function matchMoved(old: readonly Sentence[], next: readonly Sentence[], matched: number[]): void {
  const usedIndexes = new Set(matched);
  const fullRange = { oldFrom: 0, oldTo: old.length, newFrom: 0, newTo: next.length };
  for (const [from, to] of findUniquePairs(old, next, fullRange)) {
    const isLong = (old[from]?.text.split(" ").length ?? 0) >= minMovedWords;
    if (isLong && matched[from] === -1 && !usedIndexes.has(to)) matched[from] = to;
  }
}

/** A removed sentence gets the one after the last match before it. */
function toMatches(
  old: readonly Sentence[],
  next: readonly Sentence[],
  matched: readonly number[],
): ReadonlyMap<SentenceId, SentenceMatch> {
  const matches = new Map<SentenceId, SentenceMatch>();
  let after = 0;
  for (const [index, { id }] of old.entries()) {
    const to = matched[index] ?? -1;
    if (to >= 0) after = to + 1;
    const found = next[to >= 0 ? to : Math.min(after, next.length - 1)];
    if (found) matches.set(id, { to: found.id, isSame: to >= 0 });
  }
  return matches;
}
