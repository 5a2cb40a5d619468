import { describe, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { writeQuotation } from "#shared/rich-text/quotation.ts";
import { hasExternalLink, listMentions, toExcerpt, toPlainText } from "#shared/rich-text/rich-text.ts";
import { parseReview, parseRichText } from "./parse.ts";

describe("rich text", () => {
  test("keeps emphasis, quotes, lists, links, spoilers and mentions", () => {
    const text =
      "Salam **all** of *you*\n@amina.k. asks\n\n> quoted\n\n1. one\n2. ||two||\n\n[site](https://example.org)";
    expect(parseRichText(text)).toEqual([
      {
        type: "paragraph",
        children: [
          { type: "text", text: "Salam " },
          { type: "strong", children: [{ type: "text", text: "all" }] },
          { type: "text", text: " of " },
          { type: "emphasis", children: [{ type: "text", text: "you" }] },
          { type: "break" },
          { type: "mention", username: "amina.k" },
          { type: "text", text: ". asks" },
        ],
      },
      { type: "quote", children: [{ type: "paragraph", children: [{ type: "text", text: "quoted" }] }] },
      {
        type: "list",
        isOrdered: true,
        items: [
          [{ type: "paragraph", children: [{ type: "text", text: "one" }] }],
          [{ type: "paragraph", children: [{ type: "spoiler", children: [{ type: "text", text: "two" }] }] }],
        ],
      },
      {
        type: "paragraph",
        children: [{ type: "link", url: "https://example.org", children: [{ type: "text", text: "site" }] }],
      },
    ]);
  });

  test.each([
    "<script>alert(1)</script>",
    "![a](https://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "[x](//evil.example)",
    "<img src=x onerror=alert(1)>",
    "# heading\n\n| a | b |\n|--|--|\n",
    "[x](data:text/html;base64,AAAA)",
  ])("has no other nodes in %s", (source) => {
    const json = JSON.stringify(parseRichText(source));
    const types = [...json.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type);
    expect(types.every((type) => ["paragraph", "text", "break", "link"].includes(type ?? ""))).toBe(true);
    expect(json).not.toMatch(/"url":"(?!https:\/\/evil\.example\/x\.png)/);
  });

  test("finds mentions and links of other sites", () => {
    const text = parseRichText("@Amina @amina me@home.example /book/1 https://example.org");
    expect(listMentions(text)).toEqual(["amina"]);
    expect(hasExternalLink(text)).toBe(true);
    expect(hasExternalLink(parseRichText("[a book](/book/1)"))).toBe(false);
  });

  test("has excerpts without spoilers that do not end inside a verse", () => {
    expect(toPlainText(parseRichText("He ||dies|| there"))).toBe("He … there");
    const verse = `${"word ".repeat(20)}﴿ ${"كلمة ".repeat(30)}﴾ end`;
    expect(toExcerpt(parseRichText(verse))).toBe(`${"word ".repeat(20).trim()}…`);
  });

  test("is parsed in linear time", () => {
    for (const hostile of [
      "||".repeat(5000),
      "> ".repeat(5000),
      "*a ".repeat(3000),
      "[".repeat(10_000),
      "@".repeat(10_000),
    ]) {
      parseRichText(hostile);
    }
  });

  test("reads a written quotation back as its words and the card of its passage", () => {
    const passage = {
      bookId: BookId.parse("0b5a1c52-3f0e-4b8a-9a53-0b1f2a3c4d5e"),
      title: "The [Road]",
      sentence: SentenceId.parse("s2-14"),
      version: "0123456789abcdef",
    };
    for (const exact of [
      "1. Of *stars* || a_b <i> `x` [1](/a) @amina",
      "- 5 > 4 \\ 3",
      "+ كلام، 12) «قول»",
    ]) {
      const { bookId, sentence, version } = passage;
      const quote = {
        type: "quote",
        children: [
          { type: "paragraph", children: [{ type: "text", text: exact }] },
          { type: "card", bookId, sentence, version },
        ],
      };
      const source = writeQuotation({ ...passage, exact });
      expect(parseRichText(source)).toEqual([quote]);
      expect(parseReview(source)).toEqual([quote]);
    }
  });

  test("makes a card of a lone link to a book or passage, also with the site's origin", () => {
    const id = "0b5a1c52-3f0e-4b8a-9a53-0b1f2a3c4d5e";
    const origins = ["https://library.example"];
    const card = { type: "card", bookId: id, sentence: null };
    expect(parseRichText(`https://library.example/book/${id}`, origins)).toEqual([card]);
    expect(parseRichText(`[Read](/read/${id}?sentence=s2-14)`)).toEqual([{ ...card, sentence: "s2-14" }]);
    expect(parseRichText(`See [this](/book/${id})`)[0]).toMatchObject({ type: "paragraph" });
    const other = parseRichText(`https://elsewhere.example/book/${id}`, origins);
    expect(other[0]).toMatchObject({ type: "paragraph" });
    expect(hasExternalLink(other)).toBe(true);
    expect(hasExternalLink(parseRichText("https://library.example/community", origins))).toBe(false);
    expect(toPlainText([{ ...card, type: "card", bookId: id as never }])).toBe("");
  });
});
