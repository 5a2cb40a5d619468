import type { SpokenSentence } from "./book-text.ts";
import {
  type EndNotice,
  findSpeechPosition,
  type SpeechPosition,
  type SpeechProgress,
  type SpokenBook,
  type TextPosition,
  toSpeechProgress,
} from "./text-cursor.ts";

/** Null when a newer move replaced it. */
export type CursorMove = "moved" | { readonly ending: EndNotice } | "missing" | null;

/** Walks through a book sentence by sentence, across documents. */
export class SentenceCursor {
  readonly #book: SpokenBook;
  #position: TextPosition | null = null;
  #target: SpeechPosition | null = null;
  #moveId = 0;
  #isLoading = false;

  constructor(book: SpokenBook) {
    this.#book = book;
  }

  get sentence(): SpokenSentence | null {
    return this.#position?.chapter.sentences[this.#position.index] ?? null;
  }

  /** Null before the first sentence. */
  get progress(): SpeechProgress | null {
    return this.#position && toSpeechProgress(this.#position);
  }

  get position(): SpeechPosition | null {
    const sentence = this.sentence;
    const current = this.#position &&
      sentence && { section: this.#position.chapter.section, sentence: sentence.id };
    return this.#target ?? current;
  }

  /** True while a document is loading. */
  get isPending(): boolean {
    return this.#isLoading;
  }

  setTarget(position: SpeechPosition): void {
    this.#target = position;
  }

  stop(): void {
    this.#moveId += 1;
    this.#isLoading = false;
  }

  /** Moves to a position, or to the nearest sentence after or before it. */
  async goTo(position: SpeechPosition, direction: 1 | -1): Promise<CursorMove> {
    const moveId = this.#moveId;
    this.#isLoading = true;
    const found = await findSpeechPosition(this.#book, position, direction);
    if (moveId !== this.#moveId) return null;
    this.#isLoading = false;
    if ("ending" in found) return found;
    if ("missing" in found) {
      this.#target = found.missing;
      return "missing";
    }
    this.#position = found;
    this.#target = null;
    return "moved";
  }

  /**
   * Moves by one sentence in the same document.
   *
   * @returns whether there was one
   */
  stepWithin(direction: 1 | -1): boolean {
    const { chapter, index = 0 } = this.#position ?? {};
    if (!chapter?.sentences[index + direction]) return false;
    this.#position = { chapter, index: index + direction };
    return true;
  }

  getAdjacentDocument(direction: 1 | -1): SpeechPosition | EndNotice | null {
    if (!this.#position) return null;
    const section = this.#book.getAdjacentSection(this.#position.chapter.section, direction);
    return typeof section === "string" ? section : { section, sentence: null };
  }
}
