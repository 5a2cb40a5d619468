import type { SpokenSentence } from "./book-text.ts";
import {
  type EndNotice,
  findSpot,
  type SpeechProgress,
  type SpeechSpot,
  type SpokenBook,
  type TextPosition,
  toSpeechProgress,
} from "./text-cursor.ts";

/** Null when it was superseded. */
export type Arrival = "there" | { readonly ending: EndNotice } | "missing" | null;

/** Goes through a book from sentence to sentence, and over the gap from one document to the next. */
export class SentenceCursor {
  readonly #book: SpokenBook;
  #place: TextPosition | null = null;
  #wish: SpeechSpot | null = null;
  #turn = 0;
  #isOnTheWay = false;

  constructor(book: SpokenBook) {
    this.#book = book;
  }

  get sentence(): SpokenSentence | null {
    return this.#place?.chapter.sentences[this.#place.index] ?? null;
  }

  /** Null before the first sentence. */
  get told(): SpeechProgress | null {
    return this.#place && toSpeechProgress(this.#place);
  }

  get spot(): SpeechSpot | null {
    const sentence = this.sentence;
    const own = this.#place && sentence && { section: this.#place.chapter.section, sentence: sentence.id };
    return this.#wish ?? own;
  }

  /** A document is on its way. */
  get isPending(): boolean {
    return this.#isOnTheWay;
  }

  consentFor(spot: SpeechSpot): void {
    this.#wish = spot;
  }

  halt(): void {
    this.#turn += 1;
    this.#isOnTheWay = false;
  }

  /** Goes to a spot, or to the first after it, or before it, that has something to read. */
  async goTo(spot: SpeechSpot, direction: 1 | -1): Promise<Arrival> {
    const turn = this.#turn;
    this.#isOnTheWay = true;
    const found = await findSpot(this.#book, spot, direction);
    if (turn !== this.#turn) return null;
    this.#isOnTheWay = false;
    if ("ending" in found) return found;
    if ("missing" in found) {
      this.#wish = found.missing;
      return "missing";
    }
    this.#place = found;
    this.#wish = null;
    return "there";
  }

  /** The sentence after this one, or before it, of the same document. @returns whether there is one. */
  stepWithin(direction: 1 | -1): boolean {
    const { chapter, index = 0 } = this.#place ?? {};
    if (!chapter?.sentences[index + direction]) return false;
    this.#place = { chapter, index: index + direction };
    return true;
  }

  beside(direction: 1 | -1): SpeechSpot | EndNotice | null {
    if (!this.#place) return null;
    const section = this.#book.beside(this.#place.chapter.section, direction);
    return typeof section === "string" ? section : { section, sentence: null };
  }
}
