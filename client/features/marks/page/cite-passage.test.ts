import { expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { citePassage } from "./cite-passage.ts";

const spineItem = { path: "", isLinear: true, wordCount: 9, isMissing: false, isLocked: false };
const ebook = {
  bookId: BookId.parse("0197a3c2-0000-7000-8000-000000000001"),
  title: "The Well",
  author: "Sara Haddad",
  spine: [
    { ...spineItem, index: 0, sentenceCount: 10 },
    { ...spineItem, index: 1, sentenceCount: 5 },
  ],
};
const chapter = { depth: 0, href: "a", fragment: "rain" };
const chapters = [{ ...chapter, id: 0, label: "Rain", section: 0, sentence: 4 }];
const cite = (sentence: string, page?: string) =>
  citePassage("chicago", {
    ...{ ebook, detail: undefined, chapters, ...(page && { pages: [{ label: page, sentence: "s0-1" }] }) },
    passage: { sentence: SentenceId.parse(sentence), quote: "Dry." },
  }).split("\n")[1];

test("sentences are counted from the start of their chapter, through its documents", () => {
  expect(cite("s0-4")).toBe("Sara Haddad, The Well, “Rain,” sentence 1.");
  expect(cite("s1-0")).toBe("Sara Haddad, The Well, “Rain,” sentence 7.");
  expect(cite("s0-2")).toBe("Sara Haddad, The Well, sentence 3.");
  expect(cite("s0-2", "12")).toBe("Sara Haddad, The Well, 12.");
});
