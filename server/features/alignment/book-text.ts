import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { Database } from "#server/db/client.ts";
import { listTexts } from "./text-queries.ts";

/** The sentences of a book in reading order. */
export interface BookText {
  readonly ids: readonly SentenceId[];
  readonly sentences: readonly string[];
  /** The first sentences of documents. */
  readonly partStarts: readonly number[];
  readonly sentenceIndex: ReadonlyMap<SentenceId, number>;
}

export async function readText(db: Database, bookId: BookId): Promise<BookText> {
  const ids: SentenceId[] = [];
  const sentences: string[] = [];
  const partStarts: number[] = [];
  for (const { spineIndex, text } of await listTexts(db, bookId)) {
    if (text === "") continue;
    partStarts.push(ids.length);
    text.split("\n").forEach((sentence, number) => {
      ids.push(getSentenceId(spineIndex, number));
      sentences.push(sentence);
    });
  }
  return { ids, sentences, partStarts, sentenceIndex: new Map(ids.map((id, index) => [id, index])) };
}
