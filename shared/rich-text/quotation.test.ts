import { describe, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { compareWords, cutQuotation, listQuotations, maxQuotation, writeQuotation } from "./quotation.ts";

const passage = {
  bookId: BookId.parse("0b5a1c52-3f0e-4b8a-9a53-0b1f2a3c4d5e"),
  title: "The [Road]",
  sentence: SentenceId.parse("s2-14"),
  version: "0123456789abcdef",
};

describe("a quotation", () => {
  test("is a readable block quote, from which a preview reads the words", () => {
    const exact = "1. Of *stars*\nand a_b <i> || x | 5 [1] @amina";
    const source = writeQuotation({ ...passage, exact });
    expect(source).toBe(
      [
        "> 1\\. Of \\*stars\\* and a\\_b \\<i\\> \\|\\| x \\| 5 \\[1\\] \\@amina",
        ">",
        `> [The \\[Road\\]](/read/${passage.bookId}?sentence=s2-14&version=0123456789abcdef)`,
      ].join("\n"),
    );
    expect(listQuotations(`Before\n\n${source}\n\n> another\n\n${source}`)).toEqual(
      Array.from({ length: 2 }, () => ({
        bookId: passage.bookId,
        sentence: "s2-14",
        exact: exact.replace("\n", " "),
      })),
    );
    expect(listQuotations("> only\n> quoted")).toEqual([]);
  });

  test("is cut between words", () => {
    expect(cutQuotation("short")).toBe("short");
    const cut = cutQuotation("word ".repeat(400));
    expect(cut.length).toBeLessThanOrEqual(maxQuotation);
    expect(cut.endsWith("word")).toBe(true);
    expect(cutQuotation("x".repeat(2_000))).toHaveLength(maxQuotation);
  });

  test("differs by words, not by vowel signs, case and punctuation", () => {
    expect(compareWords("The old lamp burned.", "the lamp burned, brightly")).toEqual([
      { type: "same", text: "the" },
      { type: "removed", text: "old" },
      { type: "same", text: "lamp burned," },
      { type: "inserted", text: "brightly" },
    ]);
    expect(compareWords("قَالَ الرجل", "قال الرجل")).toEqual([{ type: "same", text: "قال الرجل" }]);
    expect(compareWords("", "new")).toEqual([{ type: "inserted", text: "new" }]);
  });
});
