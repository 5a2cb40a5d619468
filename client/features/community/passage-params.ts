import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { Passage } from "./discussion-form.tsx";

const Params = z.object({
  book: BookId,
  sentence: z.optional(SentenceId),
  quote: z.optional(z.string()),
});

export const passageParams = Object.keys(Params.shape);

const maxQuote = 500;

/** A passage in the URL, from the reader, or a book from the player; null for neither. */
export function readPassage(params: URLSearchParams): Passage | null {
  const { data } = z.safeParse(Params, Object.fromEntries(params));
  if (!data) return null;
  const { book, sentence = null, quote = "" } = data;
  return { bookId: book, sentence, quote: quote.slice(0, maxQuote) };
}
