import type { QuotedDocument } from "#shared/marks/locate-quote.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";

/** The first and the last sentence of words. */
export interface SentenceSpan {
  readonly start: SentenceId;
  readonly end: SentenceId;
}

/** A document in which normalized words are looked for, as fast as its text is long. */
export class NormalizedDocument {
  readonly spineIndex: number;
  /** Without spaces. */
  readonly #text: string;
  /** Where each sentence starts in the text. */
  readonly #starts: readonly number[];

  /** @param document its sentences are normalized */
  constructor({ spineIndex, sentences }: QuotedDocument) {
    const compact = sentences.map((sentence) => sentence.replaceAll(" ", ""));
    let start = 0;
    this.spineIndex = spineIndex;
    this.#starts = compact.map((sentence) => {
      const from = start;
      start += sentence.length;
      return from;
    });
    this.#text = compact.join("");
  }

  /**
   * @param words normalized, without spaces
   * @param near the number of a sentence: of several places, the nearest one is found
   */
  find(words: string, near: number): SentenceSpan | null {
    const target = this.#starts[near] ?? 0;
    const before = this.#text.lastIndexOf(words, target);
    const after = this.#text.indexOf(words, target);
    if (words === "" || (before < 0 && after < 0)) return null;
    const isBeforeNearer = before >= 0 && (after < 0 || target - before <= after - target);
    const from = isBeforeNearer ? before : after;
    return { start: this.#getSentence(from), end: this.#getSentence(from + words.length - 1) };
  }

  #getSentence(offset: number): SentenceId {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return getSentenceId(this.spineIndex, Math.max(0, low - 1)) as SentenceId;
  }
}
