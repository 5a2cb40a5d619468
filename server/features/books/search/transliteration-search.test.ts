import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { updateSearchWords } from "#server/features/books/jobs.ts";
import { repairCatalog } from "#server/features/books/repair-catalog.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test as baseTest } from "#server/testing/test.ts";

const { listBooks, suggest } = booksContract;

/** Names, titles and terms: Arabic, ALA-LC, usual English, usual French. */
const names = readFileSync(
  path.join(import.meta.dirname, "../../../testing/fixtures/transliterations.tsv"),
  "utf8",
)
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"));

const english =
  "The Silent River, A Summer in the Mountains, Letters from the Harbour, Salad for Everyone, The Water Garden, Moon over the Fields, A Table for Two, The Long Road Home, Cats of the City, Seeds and Soil, The Baker of Small Street, Kites and Winds, How Clocks Work, Bridges, Salt and Silver, A Book of Knots, The Carpenter, Market Days, The Shepherd, Sewing for Beginners";

const test = baseTest.extend<{ titles: Map<BookId, string> }>({
  titles: [
    async ({ app }, use) => {
      await repairCatalog(app.services);
      const titles = new Map<BookId, string>();
      for (const [title = ""] of names)
        titles.set((await createPublishedBook(app.services, { title })).id, title);
      for (const title of english.split(", "))
        titles.set((await createPublishedBook(app.services, { title })).id, title);
      await updateSearchWords.run(app.services, {});
      await use(titles);
    },
    { scope: "file" },
  ],
});

describe("Arabic titles", () => {
  test("are found by over 300 transliterations, without false hits in the first three", async ({
    app,
    titles,
  }) => {
    const missed: string[] = [];
    const wrong: string[] = [];
    for (const [arabic = "", ...spellings] of names) {
      for (const search of spellings) {
        const { books } = await app.as(null)(listBooks, { query: { search, limit: 10 } });
        const found = books.map(({ id }) => titles.get(id));
        if (!found.includes(arabic)) missed.push(search);
        wrong.push(
          ...found.slice(0, 3).flatMap((title) => (title === arabic ? [] : [`${search} found ${title}`])),
        );
      }
    }

    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(15);
    expect(wrong).toEqual([]);
  });

  test("are not found by English words", async ({ app, titles }) => {
    for (const title of english.split(", ")) {
      const { books } = await app.as(null)(listBooks, { query: { search: title, limit: 3 } });
      expect(books.map(({ id }) => titles.get(id))).toEqual([title]);
    }
  });
});

describe("one person in two scripts", () => {
  test("is found in both, the typed script first", async ({ app, titles }) => {
    expect(titles.size).toBeGreaterThan(100);
    await createPublishedBook(app.services, { title: "The Well", authors: ["Omar Bennani"] });
    await createPublishedBook(app.services, { title: "البئر", authors: ["عمر بناني"], language: "ar" });
    await updateSearchWords.run(app.services, {});
    const search = async (text: string) =>
      (await app.as(null)(listBooks, { query: { search: text } })).books.map(({ title }) => title);

    expect(await search("Omar Bennani")).toEqual(["The Well", "البئر"]);
    expect(await search("عمر بناني")).toEqual(["البئر", "The Well"]);
  });
});

test("announced books are found, also in the other script", async ({ app, titles }) => {
  expect(titles.size).toBeGreaterThan(100);
  const coming = await createPublishedBook(app.services, {
    title: "The Gazelles of Tamanrasset",
    state: "scheduled",
    releaseAt: new Date("2027-03-01"),
  });
  await updateSearchWords.run(app.services, {});

  for (const search of ["tamanrasset", "تامنراست"]) {
    const { books } = await app.as(null)(listBooks, { query: { search } });
    expect(books).toMatchObject([{ id: coming.id, isComingSoon: true }]);
  }
  const suggestions = await app.as(null)(suggest, { query: { search: "gazelles" } });
  expect(suggestions).toMatchObject([{ label: "The Gazelles of Tamanrasset" }]);
});

test.for(["aaaa", "eeee", "xqz"])("%s finds nothing", async (search, { app, titles }) => {
  expect(titles.size).toBeGreaterThan(100);
  expect((await app.as(null)(listBooks, { query: { search } })).books).toEqual([]);
});
