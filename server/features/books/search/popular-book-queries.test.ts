import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { books } from "#server/db/schema/books/books.ts";
import { popularBooks } from "#server/db/schema/books/search.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { maxPopular, updatePopularBooks } from "./popular-book-queries.ts";
import { searchByRelevance } from "./search-queries.ts";

/** A word of one in a hundred books, in a library where one popular match is enough. */
const search = (app: TestApp, word: string, published = 2_000 * maxPopular) =>
  searchByRelevance(
    app.db,
    {
      wide: `'${word}'`,
      indexed: `'${word}'`,
      typed: `'${word}'`,
      normalized: word,
      expectedShare: 0.01,
      published,
      wordCount: 1,
    },
    {},
    null,
    20,
  );

async function make(app: TestApp, description: string, popularity: number) {
  const { id } = await createPublishedBook(app.services, { title: `Book ${popularity}`, description });
  await app.db.update(books).set({ popularity }).where(eq(books.id, id));
  return id;
}

describe("the popular books", () => {
  test("are the most read, and follow changes", async ({ app }) => {
    const [most, middle, least] = [
      await make(app, "falconry", 903),
      await make(app, "falconry", 902),
      await make(app, "falconry", 901),
    ];
    const listPopularIds = async () =>
      (await app.db.select().from(popularBooks)).map(({ bookId }) => bookId).sort();

    await updatePopularBooks(app.db, 1, 2);
    expect(await listPopularIds()).toEqual([most, middle].sort());
    await app.db.update(books).set({ popularity: 904 }).where(eq(books.id, least));
    await updatePopularBooks(app.db, 1, 2);
    expect(await listPopularIds()).toEqual([most, least].sort());
    await updatePopularBooks(app.db);
    expect(await listPopularIds()).toEqual([]);
  });

  test("are enough for a frequent word, and others are found without them", async ({ app }) => {
    const [popular, other] = [await make(app, "beekeeping", 990), await make(app, "beekeeping", 0)];
    await updatePopularBooks(app.db, 1, 1);

    expect(await search(app, "beekeeping")).toMatchObject({ rows: [{ id: popular }], found: 1_001 });
    const all = await search(app, "beekeeping", 1_000 * maxPopular);
    expect(all.rows.map(({ id }) => id)).toEqual([popular, other]);
    expect(all.found).toBe(2);
  });

  test("are shown once after a change, and not after they were hidden", async ({ app }) => {
    const popular = await make(app, "apiary", 990);
    await updatePopularBooks(app.db, 1, 1);
    const change = (values: Partial<typeof books.$inferInsert>) =>
      app.db.update(books).set(values).where(eq(books.id, popular));

    await change({ popularity: 5, normalizedTitle: "apiary" });
    expect((await search(app, "apiary")).rows.map(({ id }) => id)).toEqual([popular]);
    await change({ state: "hidden" });
    expect((await search(app, "apiary")).rows).toEqual([]);
  });
});
