import { eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { countWords } from "#server/features/books/jobs.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const runNightly = (app: TestApp) => countWords.run(app.services, {});

async function addReaders(app: TestApp, bookId: BookId, count: number) {
  for (let n = 0; n < count; n++) {
    const { id: userId } = await app.make.user();
    await app.db.insert(bookReach).values({ userId, bookId, textReach: 0.2, updatedAt: new Date() });
  }
}

async function getPopularity(app: TestApp, bookId: BookId) {
  const [found] = await app.db
    .select({ popularity: books.popularity })
    .from(books)
    .where(eq(books.id, bookId));
  return found?.popularity;
}

describe("popularity", () => {
  test("orders books by the number of their readers", async ({ app }) => {
    const titles = ["Popular one", "Popular two", "Popular three"];
    const [one, two, three] = [
      await createPublishedBook(app.services, { title: titles[0] ?? "" }),
      await createPublishedBook(app.services, { title: titles[1] ?? "" }),
      await createPublishedBook(app.services, { title: titles[2] ?? "" }),
    ];
    await addReaders(app, one.id, 2);
    await addReaders(app, three.id, 1);
    await runNightly(app);

    const { books: listed } = await app.as(null)(booksContract.listBooks, {
      query: { sortBy: "popularity", search: "popular" },
    });
    expect(listed.map(({ id }) => id)).toEqual([one.id, three.id, two.id]);

    await app.db.delete(bookReach).where(inArray(bookReach.bookId, [one.id]));
    await runNightly(app);
    expect(await getPopularity(app, one.id)).toBe(0);
  });

  test("does not count the owner, nor people who only opened the book", async ({ app }) => {
    const owner = await app.make.user();
    const { id: bookId } = await createPublishedBook(app.services, { title: "Own book", ownerId: owner.id });
    const { id: visitor } = await app.make.user();
    await app.db.insert(bookReach).values([
      { userId: owner.id, bookId, textReach: 1, updatedAt: new Date() },
      { userId: visitor, bookId, updatedAt: new Date() },
    ]);
    await runNightly(app);
    expect(await getPopularity(app, bookId)).toBe(0);
  });
});
