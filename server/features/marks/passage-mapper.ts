import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { type QuotedDocument, removeSpace } from "#shared/marks/locate-quote.ts";
import type { TextPoint } from "#shared/marks/mark.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { isSameDocument, readSentence } from "#shared/positions/sentence-times.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { matchWords, type Word } from "./match-words.ts";

/** The sentence of the new text for a sentence of the replaced one. */
export type SentenceMatches = ReadonlyMap<SentenceId, { readonly to: SentenceId; readonly isSame: boolean }>;

interface Passage {
  readonly start: TextPoint;
  readonly end: TextPoint;
}

export interface MappedPassage extends Passage {
  /** How many of the passage's words the new one has, from 0 to 1. */
  readonly share: number;
}

/** How far around a passage a sentence is looked for that both texts have. */
const maxContext = 8;
const slack = 8;
/** More were inserted than a passage can grow by. */
const maxInserted = 60;

/** Finds passages of a replaced text in the new one, by the words of the sentences around them. */
export class PassageMapper {
  readonly #before: ReadonlyMap<number, readonly string[]>;
  readonly #after: ReadonlyMap<number, readonly string[]>;
  readonly #matches: SentenceMatches;

  constructor(before: readonly QuotedDocument[], after: readonly QuotedDocument[], matches: SentenceMatches) {
    this.#before = toMap(before);
    this.#after = toMap(after);
    this.#matches = matches;
  }

  /** @returns null when the new text has none of its words there, or nothing around it that both texts have */
  map(passage: Passage): MappedPassage | null {
    const { spineIndex, number } = readSentence(passage.start.sentence);
    const last = readSentence(passage.end.sentence).number;
    const sentences = this.#before.get(spineIndex);
    if (
      !isSameDocument(passage.start.sentence, passage.end.sentence) ||
      !sentences ||
      last >= sentences.length
    )
      return null;
    const left = this.#findSame(spineIndex, number - 1, -1) ?? this.#findSame(spineIndex, number, 1, last);
    const right = this.#findSame(spineIndex, last + 1, 1) ?? this.#findSame(spineIndex, last, -1, number);
    const from = Math.min(left?.number ?? number, number);
    const to = Math.max(right?.number ?? last, last);
    const old = new TextWindow(spineIndex, from, sentences.slice(from, to + 1));
    const found = this.#listWindows(left, right, { from, to }).flatMap(
      (next) => mapInside(passage, old, next) ?? [],
    );
    return found.sort((a, b) => b.share - a.share)[0] ?? null;
  }

  /**
   * Where the sentences `from` to `to` may be in the new text: between two that both texts have, else beside one
   * of them, as when a chapter was divided inside of the passage or a heading is now that of another chapter.
   */
  #listWindows(left: Same | null, right: Same | null, { from, to }: SentenceRange): TextWindow[] {
    const before = left && left.to.number - (left.number - from) - (left.number > from ? slack : 0);
    const after = right && right.to.number + (to - right.number) + (right.number < to ? slack : 0);
    const size = to - from + 1 + slack;
    const isTogether =
      before !== null &&
      after !== null &&
      left?.to.spineIndex === right?.to.spineIndex &&
      after >= before &&
      after - before <= size + maxInserted;
    if (isTogether && left) return this.#openWindow(left.to.spineIndex, before, after);
    return [
      ...(left && before !== null ? this.#openWindow(left.to.spineIndex, before, before + size) : []),
      ...(right && after !== null ? this.#openWindow(right.to.spineIndex, after - size, after) : []),
    ];
  }

  #openWindow(spineIndex: number, first: number, last: number): TextWindow[] {
    const sentences = this.#after.get(spineIndex);
    const from = Math.max(0, first);
    return sentences ? [new TextWindow(spineIndex, from, sentences.slice(from, last + 1))] : [];
  }

  /** The next sentence in a direction that the new text has as well. */
  #findSame(
    spineIndex: number,
    number: number,
    step: 1 | -1,
    until = number + step * maxContext,
  ): Same | null {
    for (let n = number; step > 0 ? n <= until : n >= until; n += step) {
      const match = n < 0 ? undefined : this.#matches.get(SentenceId.parse(getSentenceId(spineIndex, n)));
      if (match?.isSame) return { number: n, to: readSentence(match.to) };
    }
    return null;
  }
}

function mapInside({ start, end }: Passage, old: TextWindow, next: TextWindow): MappedPassage | null {
  const pairs = matchWords(old.words, next.words);
  const [from, to] = [old.toOffset(start), old.toOffset(end)];
  const inside = old.words.flatMap((word, n) => (word.to > from && word.from < to ? [n] : []));
  const kept = inside.filter((n) => pairs[n] !== undefined);
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [firstWord, lastWord] = [old.words[first], old.words[last]];
  const [newFirst, newLast] = [next.words[pairs[first] ?? -1], next.words[pairs[last] ?? -1]];
  if (!firstWord || !lastWord || !newFirst || !newLast) return null;
  const newFrom = newFirst.from + moveInside(Math.max(0, from - firstWord.from), firstWord, newFirst);
  const newTo = newLast.from + moveInside(Math.min(lastWord.to, to) - lastWord.from, lastWord, newLast);
  if (newTo <= newFrom) return null;
  return { ...next.toPoints(newFrom, newTo), share: kept.length / inside.length };
}

interface SentenceRange {
  readonly from: number;
  readonly to: number;
}

interface Same {
  readonly number: number;
  readonly to: { readonly spineIndex: number; readonly number: number };
}

const toMap = (documents: readonly QuotedDocument[]) =>
  new Map(documents.map(({ spineIndex, sentences }) => [spineIndex, sentences]));

/** Scripts without spaces between words are compared letter by letter. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/** Some sentences of a document. */
class TextWindow {
  readonly words: readonly Word[];
  readonly #spineIndex: number;
  readonly #first: number;
  /** Where each sentence starts, and the end. */
  readonly #starts: readonly number[];

  constructor(spineIndex: number, first: number, sentences: readonly string[]) {
    this.#spineIndex = spineIndex;
    this.#first = first;
    let at = 0;
    this.#starts = [0, ...sentences.map((sentence) => (at += removeSpace(sentence).length))];
    let from = 0;
    this.words = sentences.flatMap((sentence) =>
      (sentence.match(wordPattern) ?? []).map((text): Word => {
        const word = { key: normalizeSearchText(text) || text, text, from, to: from + text.length };
        from = word.to;
        return word;
      }),
    );
  }

  toOffset({ sentence, offset }: TextPoint): number {
    return (this.#starts[readSentence(sentence).number - this.#first] ?? 0) + offset;
  }

  toPoints(from: number, to: number): Passage {
    return { start: this.#toPoint(from, from), end: this.#toPoint(to, to - 1) };
  }

  #toPoint(offset: number, inside: number): TextPoint {
    const index = Math.max(
      0,
      this.#starts.findLastIndex((start) => start <= inside),
    );
    return {
      sentence: SentenceId.parse(getSentenceId(this.#spineIndex, this.#first + index)),
      offset: offset - (this.#starts[index] ?? 0),
    };
  }
}

/** An offset inside of a word in the word that replaced it: as far from the end that both share. */
function moveInside(offset: number, old: Word, next: Word): number {
  if (offset === 0 || old.text === next.text) return offset;
  if (offset === old.text.length) return next.text.length;
  const isInStart = old.text.slice(0, offset) === next.text.slice(0, offset);
  if (isInStart || old.text.length === next.text.length) return Math.min(offset, next.text.length);
  const rest = old.text.length - offset;
  return Math.max(0, next.text.length - rest);
}
