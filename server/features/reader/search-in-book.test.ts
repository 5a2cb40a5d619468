import { describe, expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

interface Options {
  readonly wholeWords?: boolean;
  readonly near?: number;
  readonly exclude?: string;
}

async function createSearch(app: TestApp, chapters: string[]) {
  const bookId: BookId = await createEpubBook(app, {}, { chapters });
  const reader = await app.make.user();
  return async (search: string, options: Options = {}) => {
    const query = { search, ...options };
    const { hits, shownFor } = await app.as(reader)(readerContract.searchInBook, {
      params: { bookId },
      query,
    });
    expect(shownFor).toBeNull();
    return hits.map(({ sentence, match, isExact }) => [sentence, match, isExact] as const);
  };
}

const matchesOf = (hits: readonly (readonly [string, string, boolean])[]) => hits.map(([, match]) => match);

const sea = [
  "<p>The white whale swam. A whale that was white.</p><p>White whales, whitewashed.</p>",
  "<p>The shark saw the white whale, and the white whale saw no boat.</p>",
];

describe("a search in a book", () => {
  test("finds a phrase each time it occurs, and after that its words", async ({ app }) => {
    const find = await createSearch(app, sea);

    expect(await find("white whale")).toEqual([
      ["s0-0", "white whale", true],
      ["s0-2", "White whale", true],
      ["s1-0", "white whale", true],
      ["s1-0", "white whale", true],
      ["s0-1", "whale that was white", false],
    ]);
  });

  test("finds a phrase in quotation marks only as it is written", async ({ app }) => {
    const find = await createSearch(app, sea);

    expect(matchesOf(await find('"white whale"'))).toEqual(["white whale", "white whale", "white whale"]);
    expect(matchesOf(await find("«whale that»"))).toEqual(["whale that"]);
    expect(await find('"white whale" boat')).toEqual([["s1-0", "white whale saw no boat", false]]);
    expect(await find('"white boat"')).toEqual([]);
  });

  test("finds whole words only, on request", async ({ app }) => {
    const find = await createSearch(app, sea);

    expect(matchesOf(await find("whit"))).toHaveLength(6);
    expect(await find("whit", { wholeWords: true })).toEqual([]);
    expect(matchesOf(await find("white", { wholeWords: true }))).toEqual([
      ...["white", "white", "White"],
      ...["white", "white"],
    ]);
  });

  test("finds Arabic words without attached prefixes, on request", async ({ app }) => {
    const find = await createSearch(app, [
      "<p>قَرَأَ الكِتَابَ.</p><p>هذا كِتَابٌ.</p><p>بكتاب.</p>",
      "<p>ٱلۡحَمۡدُ لِلَّهِ رَبِّ ٱلۡعَٰلَمِينَ</p>",
    ]);

    expect(matchesOf(await find("كتاب"))).toEqual(["كِتَابَ", "كِتَابٌ", "كتاب"]);
    expect(matchesOf(await find("كتاب", { wholeWords: true }))).toEqual(["كِتَابٌ"]);
    expect(matchesOf(await find('"رب العالمين"'))).toEqual(["رَبِّ ٱلۡعَٰلَمِينَ"]);
    expect(await find('"العالم"')).toEqual([]);
  });

  test("finds words within a number of words, also across the end of a sentence", async ({ app }) => {
    const find = await createSearch(app, [
      "<p>The lamp of the old harbour. A boat.</p><p>Lamp, one two three four five six harbour.</p>",
    ]);

    expect(matchesOf(await find("lamp harbour", { near: 4 }))).toEqual(["lamp of the old harbour"]);
    expect(await find("lamp harbour", { near: 3 })).toEqual([]);
    expect(matchesOf(await find("lamp harbour", { near: 7 }))).toHaveLength(2);
    expect(await find("harbour boat", { near: 2 })).toEqual([["s0-0", "harbour", false]]);
    expect(await find("old boat", { near: 2 })).toEqual([]);
  });

  test("excludes sentences with a word or a phrase", async ({ app }) => {
    const find = await createSearch(app, sea);

    const withoutShark = ["s0-0", "s0-1", "s0-2"];
    for (const found of [await find("white -shark"), await find("white", { exclude: "shark" })]) {
      expect(found.map(([sentence]) => sentence)).toEqual([...withoutShark, "s0-2"]);
    }
    expect((await find('whale -"white whale"')).map(([sentence]) => sentence)).toEqual(["s0-1", "s0-2"]);
    expect(await find("-whale")).toEqual([]);
  });

  test("of hostile texts finds nothing", async ({ app }) => {
    const find = await createSearch(app, sea);

    for (const search of ['"'.repeat(200), "-", "(((((".repeat(40), "\\", '"%" -_', "\u202E"]) {
      expect(await find(search)).toEqual([]);
    }
    expect(await find("white", { exclude: '"- “' })).toHaveLength(6);
  });
});
