import type { BookId } from "#shared/books/book.ts";
import { isTextAnchor, type MarkAnchor, type TextPoint } from "#shared/marks/mark.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { Database } from "#server/db/client.ts";
import { listSentences } from "./export-queries.ts";

/** Positions in code points in the text of a document, whose sentences are separated by a space. */
export interface TextPosition {
  readonly start: number;
  readonly end: number;
}

interface Document {
  readonly spineIndex: number;
  readonly sentences: readonly string[];
  /** Where each sentence starts. */
  readonly starts: readonly number[];
}

const countCodePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** Computes the positions of passages; holds one document at a time. */
export class TextPositions {
  readonly #db: Database;
  readonly #bookId: BookId;
  #document: Document | null = null;

  constructor(db: Database, bookId: BookId) {
    this.#db = db;
    this.#bookId = bookId;
  }

  /** Null for audio, and outside of the text. */
  async find(anchor: MarkAnchor): Promise<TextPosition | null> {
    if (!isTextAnchor(anchor)) return null;
    const document = await this.#getDocument(readSentence(anchor.start.sentence).spineIndex);
    const [start, end] = [
      findPosition(document, anchor.start, "after"),
      findPosition(document, anchor.end, "before"),
    ];
    return start === null || end === null ? null : { start, end };
  }

  async #getDocument(spineIndex: number): Promise<Document> {
    if (this.#document?.spineIndex === spineIndex) return this.#document;
    const sentences = await listSentences(this.#db, this.#bookId, spineIndex);
    let at = 0;
    const starts = sentences.map((sentence) => {
      const start = at;
      at += countCodePoints(sentence) + 1;
      return start;
    });
    this.#document = { spineIndex, sentences, starts };
    return this.#document;
  }
}

/** The code point of the character after a point, or behind the one before it. */
function findPosition(
  { sentences, starts }: Document,
  { sentence, offset }: TextPoint,
  side: "after" | "before",
): number | null {
  const { number } = readSentence(sentence);
  const [text, start] = [sentences[number], starts[number]];
  if (text === undefined || start === undefined) return null;
  let [counted, points, behindLast] = [0, 0, 0];
  for (const character of text) {
    if (!/\s/u.test(character)) {
      if (counted >= offset) return start + (side === "after" ? points : behindLast);
      counted += character.length;
      behindLast = points + 1;
    }
    points++;
  }
  return start + behindLast;
}
