import { expect, test } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import type { Block } from "#shared/rich-text/rich-text.ts";
import { summarizeMessage } from "./summarize-message.ts";

const paragraph: Block = { type: "paragraph", children: [{ type: "text", text: "Salam" }] };
const quote: Block = { type: "quote", children: [paragraph] };
const card: Block = { type: "card", bookId: "book" as BookId, sentence: null };

test.each([
  ["text with a picture and a book", [paragraph, card], true, { excerpt: "Salam", attachment: "picture" }],
  ["a picture", [], true, { excerpt: "", attachment: "picture" }],
  ["a book", [card], false, { excerpt: "", attachment: "book" }],
  ["a quote alone", [quote], false, { excerpt: "Salam", attachment: null }],
  ["a message that cannot be read", null, true, { excerpt: "", attachment: null }],
])("%s is summarized", (_name, content, hasPicture, expected) => {
  expect(summarizeMessage(content, hasPicture)).toEqual(expected);
});
