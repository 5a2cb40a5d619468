import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { exactCounts, searchWords } from "#server/db/schema/books/search.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { searchInterpretations } from "./search.ts";

/** Makes the library look large: a rare word, one as rare, and one that is in a third of the books. */
async function setCounts(app: TestApp): Promise<void> {
  await app.db.insert(exactCounts).values({ name: "books.published", slot: 999, count: 300_000 });
  await app.db.insert(searchWords).values([
    { word: "astrolabe", bookCount: 40 },
    { word: "sextant", bookCount: 60 },
    { word: "navigation", bookCount: 100_000 },
  ]);
}

async function getIndexed(app: TestApp, text: string): Promise<string | undefined> {
  const { value } = await searchInterpretations(app.services, text).next();
  return value?.terms.indexed;
}

describe("the words of a search", () => {
  test("that are frequent are checked in the rows of a rare one", async ({ app }) => {
    const [both] = [
      await createPublishedBook(app.services, { title: "Astrolabe and navigation" }),
      await createPublishedBook(app.services, { title: "The astrolabe" }),
      await createPublishedBook(app.services, { title: "On navigation" }),
    ];
    await setCounts(app);

    expect(await getIndexed(app, "navigation astrolabe ")).toBe("('astrolabe' | 'astrulaba')");
    expect(await getIndexed(app, "sextant astrolabe ")).toBe(
      "('astrolabe' | 'astrulaba') & ('sextant' | 'sakhtant')",
    );
    const { books } = await app.as(null)(booksContract.listBooks, {
      query: { search: "navigation astrolabe " },
    });
    expect(books.map(({ id }) => id)).toEqual([both.id]);
  });
});
