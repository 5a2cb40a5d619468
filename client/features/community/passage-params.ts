import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { cutQuotation } from "#shared/rich-text/quotation.ts";
import type { Passage } from "./discussion-form.tsx";

const Params = z.object({
  book: BookId,
  sentence: z.optional(SentenceId),
  quote: z.optional(z.string()),
  title: z.optional(z.string()),
  version: z.optional(z.string().check(z.regex(/^[0-9a-f]{8,64}$/))),
});

export const passageParams = Object.keys(Params.shape);

/** A passage in the URL, from the reader, or a book from the player; null for neither. */
export function readPassage(params: URLSearchParams): Passage | null {
  const { data } = z.safeParse(Params, Object.fromEntries(params));
  if (!data) return null;
  const { book, sentence = null, quote = "", title = "", version = null } = data;
  return { bookId: book, sentence, quote: cutQuotation(quote), title, version };
}
