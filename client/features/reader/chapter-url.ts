import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";

/** The reader at an entry of the table of contents: `?chapter=1` is the first. */
export function getChapterUrl(bookId: BookId, index: number): string {
  return `/read/${bookId}?chapter=${index + 1}`;
}

export const getSentenceUrl = (bookId: BookId, sentence: SentenceId): string =>
  `/read/${bookId}?sentence=${sentence}`;

/** An entry of the table of contents, from 0, or a sentence. */
export type RequestedPosition = { readonly chapter: number } | { readonly sentence: SentenceId };

/** The position that a URL of the reader asks for; null for none. */
export function getRequestedPosition(search: string): RequestedPosition | null {
  const params = new URLSearchParams(search);
  const sentence = SentenceId.safeParse(params.get("sentence")).data;
  if (sentence) return { sentence };
  const number = params.get("chapter") ?? "";
  return /^[1-9]\d{0,5}$/.test(number) ? { chapter: Number(number) - 1 } : null;
}
