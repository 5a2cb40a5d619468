import { describe, expect, test } from "vitest";
import { parseSearch } from "./search-query.ts";

describe("a search in a book", () => {
  test.each([
    ["lamp harbour", { words: "lamp harbour" }],
    ['lamp "white whale" sea', { words: "lamp sea", phrases: ["white whale"] }],
    ["“white whale”", { phrases: ["white whale"] }],
    ["«البيت القديم» باب", { words: "باب", phrases: ["البيت القديم"] }],
    ["sea -shark", { words: "sea", excluded: ["shark"] }],
    ['sea -"old man" −boat', { words: "sea", excluded: ["old man", "boat"] }],
    ["-shark", { excluded: ["shark"] }],
    ["well-known sea- - -- -", { words: "well-known sea-" }],
    ['"white wh', { phrases: ["white wh"] }],
    ['"" " " -"" “', {}],
    ["don't ’tis", { words: "don't ’tis" }],
    [" \n\t", {}],
    ["%_\\ ' OR 1=1 --", { words: "OR 1=1" }],
  ])("%s", (text, parsed) => {
    expect(parseSearch(text)).toEqual({ words: "", phrases: [], excluded: [], ...parsed });
  });

  test("keeps every word of hostile texts", () => {
    expect(parseSearch('"'.repeat(200))).toEqual({ words: "", phrases: [], excluded: [] });
    expect(parseSearch(`${"-".repeat(199)}a`).excluded).toEqual([`${"-".repeat(198)}a`]);
    expect(parseSearch("a\u0000b \u202E-c \uD800").words).toBe("a\u0000b \u202E-c");
  });
});
