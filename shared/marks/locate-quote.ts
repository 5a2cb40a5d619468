import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { Quote, TextPoint } from "./mark.ts";

/** The sentences of one spine document. */
export interface QuotedDocument {
  readonly spineIndex: number;
  readonly sentences: readonly string[];
}

export interface LocatedQuote {
  readonly start: TextPoint;
  readonly end: TextPoint;
  /** False when the words differ from the quotation. */
  readonly isExact: boolean;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Shorter quotations are only found word by word. */
const minSimilarLength = 24;
const gramLength = 10;
const gramStep = 5;
const minSimilarity = 0.8;

export const removeSpace = (text: string): string => text.replace(/\s+/gu, "");

/** A text of which quotations are looked for; the search index of a document is made once. */
export class QuoteLocator {
  readonly #indexes: readonly DocumentIndex[];

  constructor(documents: readonly QuotedDocument[]) {
    this.#indexes = documents.map((document) => new DocumentIndex(document));
  }

  /**
   * Finds a quotation: its exact words, else the same words with other vowel signs, case or punctuation, else
   * similar words. Of several places, the one whose context fits best, then the nearest to `near`.
   *
   * @returns null when the text does not have it
   */
  locate(quote: Quote, near: TextPoint | null): LocatedQuote | null {
    const spineIndex = near && readSentence(near.sentence).spineIndex;
    const byDistance =
      spineIndex === null
        ? this.#indexes
        : this.#indexes.toSorted(
            (a, b) => Math.abs(a.spineIndex - spineIndex) - Math.abs(b.spineIndex - spineIndex),
          );
    for (const find of [findExact, findFolded, findSimilar]) {
      for (const index of byDistance) {
        const range = find(
          index,
          quote,
          near && index.spineIndex === spineIndex ? index.getOffset(near) : null,
        );
        if (range) return { ...index.toPoints(range), isExact: find === findExact };
      }
    }
    return null;
  }

  /** The words between two points, with single spaces between sentences; null outside of the text. */
  read(start: TextPoint, end: TextPoint): string | null {
    const { spineIndex } = readSentence(start.sentence);
    return this.#indexes.find((index) => index.spineIndex === spineIndex)?.read(start, end) ?? null;
  }

  /** From the start of one sentence to the end of another; null when they are not in one document. */
  getSentences(first: SentenceId, last: SentenceId): Pick<LocatedQuote, "start" | "end"> | null {
    const { spineIndex, number } = readSentence(last);
    if (readSentence(first).spineIndex !== spineIndex || readSentence(first).number > number) return null;
    const length = this.#indexes.find((index) => index.spineIndex === spineIndex)?.getLength(number);
    if (length === undefined) return null;
    return { start: { sentence: first, offset: 0 }, end: { sentence: last, offset: length } };
  }
}

class DocumentIndex {
  readonly spineIndex: number;
  /** Without white space. */
  readonly text: string;
  readonly #sentences: readonly string[];
  /** Where each sentence starts in the text. */
  readonly #starts: readonly number[];
  #folded: { readonly text: string; readonly offsets: readonly number[] } | null = null;

  constructor({ spineIndex, sentences }: QuotedDocument) {
    this.spineIndex = spineIndex;
    this.#sentences = sentences;
    const compact = sentences.map(removeSpace);
    let start = 0;
    this.#starts = compact.map((sentence) => {
      const from = start;
      start += sentence.length;
      return from;
    });
    this.text = compact.join("");
  }

  /** The text as search compares it, and the offset in the text of each of its characters. */
  get folded() {
    this.#folded ??= foldWithOffsets(this.text);
    return this.#folded;
  }

  /** Null outside of the document. */
  getOffset({ sentence, offset }: TextPoint): number | null {
    const start = this.#starts[readSentence(sentence).number];
    return start === undefined ? null : start + offset;
  }

  /** Undefined outside of the document. */
  getLength(number: number): number | undefined {
    const sentence = this.#sentences[number];
    return sentence === undefined ? undefined : removeSpace(sentence).length;
  }

  toPoints({ from, to }: Range): Pick<LocatedQuote, "start" | "end"> {
    return { start: this.#toPoint(from, from), end: this.#toPoint(to, to - 1) };
  }

  read(start: TextPoint, end: TextPoint): string | null {
    const [first, last] = [readSentence(start.sentence).number, readSentence(end.sentence).number];
    if (last >= this.#sentences.length || last < first) return null;
    const parts = this.#sentences.slice(first, last + 1);
    return parts
      .map((sentence, index) => {
        const from = index === 0 ? start.offset : 0;
        const to = index === parts.length - 1 ? end.offset : Number.POSITIVE_INFINITY;
        return sliceWithoutSpace(sentence, from, to);
      })
      .join(" ");
  }

  #toPoint(offset: number, inside: number): TextPoint {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= inside) low = middle + 1;
      else high = middle;
    }
    const number = Math.max(0, low - 1);
    return {
      sentence: SentenceId.parse(getSentenceId(this.spineIndex, number)),
      offset: offset - (this.#starts[number] ?? 0),
    };
  }
}

/** The characters `from` to before `to` of a text, white space not counted. */
export function sliceWithoutSpace(text: string, from: number, to: number): string {
  let counted = 0;
  let [start, end] = [-1, 0];
  for (let at = 0; at < text.length; at++) {
    if (/\s/u.test(text.charAt(at))) continue;
    if (counted >= from && counted < to) {
      if (start < 0) start = at;
      end = at + 1;
    }
    counted += 1;
  }
  return start < 0 ? "" : text.slice(start, end);
}

type Find = (index: DocumentIndex, quote: Quote, near: number | null) => Range | null;

const findExact: Find = ({ text }, { exact, prefix, suffix }, near) => {
  const [needle, before, after] = [exact, prefix, suffix].map(removeSpace) as [string, string, string];
  return findBest({ text, needle, before, after, near });
};

const findFolded: Find = (index, { exact, prefix, suffix }, near) => {
  const { text, offsets } = index.folded;
  const [needle, before, after] = [exact, prefix, suffix].map(fold) as [string, string, string];
  const nearFolded = near === null ? null : offsets.findIndex((offset) => offset >= near);
  const found = findBest({ text, needle, before, after, near: nearFolded });
  return found && toTextRange(found, index);
};

/** The place where most of the quotation's overlapping pieces stand at the same distance from each other. */
const findSimilar: Find = (index, { exact }) => {
  const { text } = index.folded;
  const needle = fold(exact);
  if (needle.length < minSimilarLength) return null;
  const votes = new Map<number, number>();
  for (let at = 0; at + gramLength <= needle.length; at += gramStep) {
    const gram = needle.slice(at, at + gramLength);
    for (let found = text.indexOf(gram), n = 0; found >= 0 && n < 20; n++) {
      // Inserted and removed words move the pieces after them a little.
      const bucket = Math.round((found - at) / gramLength);
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
      found = text.indexOf(gram, found + 1);
    }
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  if (!best) return null;
  const slack = Math.ceil(needle.length * 0.2) + gramLength;
  const from = Math.max(0, best[0] * gramLength - slack);
  const window = text.slice(from, best[0] * gramLength + needle.length + slack);
  const aligned = alignInside(needle, window);
  if (1 - aligned.distance / needle.length < minSimilarity) return null;
  return toTextRange({ from: from + aligned.from, to: from + aligned.to }, index);
};

/** With the vowel signs of the last letter. */
function toTextRange({ from, to }: Range, { text, folded: { offsets } }: DocumentIndex): Range {
  let end = (offsets[to - 1] ?? 0) + 1;
  while (/^[\p{M}\u{0640}]/u.test(text.charAt(end))) end++;
  return { from: offsets[from] ?? 0, to: end };
}

interface Search {
  readonly text: string;
  readonly needle: string;
  readonly before: string;
  readonly after: string;
  readonly near: number | null;
}

function findBest({ text, needle, before, after, near }: Search): Range | null {
  if (needle === "") return null;
  let best: { readonly from: number; readonly context: number; readonly distance: number } | null = null;
  for (let from = text.indexOf(needle), n = 0; from >= 0 && n < 10_000; n++) {
    const to = from + needle.length;
    const context =
      countSameEnd(text.slice(Math.max(0, from - before.length), from), before) +
      countSameStart(text.slice(to, to + after.length), after);
    const distance = near === null ? from : Math.abs(from - near);
    if (!best || context > best.context || (context === best.context && distance < best.distance)) {
      best = { from, context, distance };
    }
    from = text.indexOf(needle, from + 1);
  }
  return best && { from: best.from, to: best.from + needle.length };
}

function countSameStart(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function countSameEnd(a: string, b: string): number {
  let count = 0;
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

/** The part of a text with the smallest edit distance to a pattern (Sellers' algorithm). */
function alignInside(pattern: string, text: string): Range & { readonly distance: number } {
  let distances = Array.from({ length: pattern.length + 1 }, (_, n) => n);
  let starts = new Array<number>(pattern.length + 1).fill(0);
  let best = { from: 0, to: 0, distance: pattern.length };
  for (let at = 1; at <= text.length; at++) {
    const [nextDistances, nextStarts] = [[0], [at]];
    for (let n = 1; n <= pattern.length; n++) {
      const replaced = (distances[n - 1] ?? 0) + (pattern[n - 1] === text[at - 1] ? 0 : 1);
      const inserted = (distances[n] ?? 0) + 1;
      const removed = (nextDistances[n - 1] ?? 0) + 1;
      const smallest = Math.min(replaced, inserted, removed);
      nextDistances.push(smallest);
      nextStarts.push(
        (smallest === replaced ? starts[n - 1] : smallest === inserted ? starts[n] : nextStarts[n - 1]) ?? 0,
      );
    }
    [distances, starts] = [nextDistances, nextStarts];
    const distance = distances[pattern.length] ?? 0;
    if (distance < best.distance) best = { from: starts[pattern.length] ?? 0, to: at, distance };
  }
  return best;
}

const foldedCharacters = new Map<string, string>();

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = removeSpace(normalizeSearchText(character));
  foldedCharacters.set(character, folded);
  return folded;
}

const fold = (text: string): string => Array.from(text, foldCharacter).join("").replaceAll(" ", "");

function foldWithOffsets(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets: number[] = [];
  let folded = "";
  let at = 0;
  for (const character of text) {
    const letters = foldCharacter(character);
    folded += letters;
    for (let n = 0; n < letters.length; n++) offsets.push(at);
    at += character.length;
  }
  return { text: folded, offsets };
}
