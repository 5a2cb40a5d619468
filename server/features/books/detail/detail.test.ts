import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { books } from "#server/db/schema/books.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";

const { getBook, listReviews } = booksContract;
const { putRating, removeRating } = libraryContract;

describe("a book's page", () => {
  test("names the other books of its series in their order, but no draft", async ({ app }) => {
    const of = (title: string, seriesPosition: number | null, state: "published" | "draft" = "published") =>
      createPublishedBook(app.services, { title, series: "Road", seriesPosition, state });
    const second = await of("Second", 2);
    await of("Unplaced", null);
    await of("Third", 3);
    await of("First", 1);
    await of("SECRET", 4, "draft");

    const { series } = await app.as(null)(getBook, { params: { bookId: second.id } });

    expect(series?.books.map(({ position, book }) => [position, book.title])).toEqual([
      [1, "First"],
      [3, "Third"],
      [null, "Unplaced"],
    ]);
  });

  test("names what else was made of the same original", async ({ app }) => {
    const original = await createPublishedBook(app.services, { title: "الأصل", language: "ar" });
    const made = (title: string, language: string, state: "published" | "hidden" = "published") =>
      createPublishedBook(app.services, { title, language, state, originalId: original.id });
    const english = await made("In English", "en");
    await made("Auf Deutsch", "de");
    await made("SECRET", "fr", "hidden");
    const getEditions = async (bookId: typeof original.id) =>
      (await app.as(null)(getBook, { params: { bookId } })).editions.map(({ title }) => title);

    expect(await getEditions(original.id)).toEqual(["Auf Deutsch", "In English"]);
    expect(await getEditions(english.id)).toEqual(["Auf Deutsch"]);
  });

  test("shows a reader what they gave it, be it in their library or not", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const mine = async () => (await app.as(reader)(getBook, { params: { bookId } })).myReview;

    await app.as(reader)(putRating, { params: { bookId }, body: { stars: 3.5, text: "<b>Fine</b>" } });

    expect(await mine()).toEqual({ stars: 3.5, text: "<b>Fine</b>", hasSpoiler: false });
    expect((await app.as(null)(getBook, { params: { bookId } })).myReview).toBeNull();
    await app.as(reader)(removeRating, { params: { bookId } });
    expect(await mine()).toBeNull();
    const [row] = await app.db.select().from(books).where(eq(books.id, bookId));
    expect([row?.averageRating, row?.ratingCount]).toEqual([null, 0]);
  });

  test("lets nobody review their own book, or before its time, or as a guest", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const reader = await app.make.user();
    const own = await app.make.book({ ownerId: author.id });
    const coming = await app.make.book({ state: "scheduled" });
    const may = async (who: typeof author | null, bookId: typeof own.id) =>
      (await app.as(who)(getBook, { params: { bookId } })).canReview;

    expect(await may(author, own.id)).toBe(false);
    expect(await may(reader, own.id)).toBe(true);
    expect(await may(reader, coming.id)).toBe(false);
    expect(await may(null, own.id)).toBe(false);
  });
});

describe("reviews", () => {
  test("come in the order that is asked for, each once over all pages", async ({ app }) => {
    const { id: bookId } = await app.make.book();
    for (const stars of [3, 5, 0.5, 5, 3]) {
      const reader = await app.make.user();
      await app.as(reader)(putRating, { params: { bookId }, body: { stars, text: `Worth ${stars}` } });
    }
    const walk = async (sortBy: "highest" | "lowest" | "newest") => {
      const stars: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await app.as(null)(listReviews, {
          params: { bookId },
          query: { sortBy, limit: 2, cursor },
        });
        stars.push(...page.reviews.map((review) => review.stars));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return stars;
    };

    expect(await walk("highest")).toEqual([5, 5, 3, 3, 0.5]);
    expect(await walk("lowest")).toEqual([0.5, 3, 3, 5, 5]);
    expect((await walk("newest")).toSorted()).toEqual([0.5, 3, 3, 5, 5]);
  });
});
