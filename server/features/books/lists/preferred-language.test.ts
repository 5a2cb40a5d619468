import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";

const { listBooks, listLatest } = booksContract;
const preferLanguage = "ar";

describe("lists for the Arabic interface", () => {
  test("begin with Arabic books and go on with the others, page by page", async ({ app }) => {
    const getCreatedAt = (day: number) => new Date(Date.UTC(2026, 0, day));
    for (const [title, language, day] of [
      ["كتاب قديم", "ar", 1],
      ["Older", "en", 2],
      ["كتاب جديد", "ar", 3],
      ["Newer", "en", 4],
      ["Newest", "fr", 5],
    ] as const) {
      await createPublishedBook(app.services, { title, language, createdAt: getCreatedAt(day) });
    }
    const guest = app.as(null);
    const expected = ["كتاب جديد", "كتاب قديم", "Newest", "Newer", "Older"];

    for (const limit of [1, 2, 3, 4, 5]) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await guest(listBooks, { query: { preferLanguage, limit, ...(cursor && { cursor }) } });
        expect(page.total).toBe(5);
        ids.push(...page.books.map(({ title }) => title));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(ids).toEqual(expected);
    }
    const latest = await guest(listLatest, { query: { preferLanguage, limit: 3 } });
    expect(latest.map(({ title }) => title)).toEqual(expected.slice(0, 3));
    const plain = await guest(listLatest, { query: { limit: 2 } });
    expect(plain.map(({ title }) => title)).toEqual(["Newest", "Newer"]);
  });
});
