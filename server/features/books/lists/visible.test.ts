import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { getAccessTo } from "#shared/books/access-policy.ts";
import { BookState } from "#shared/books/book.ts";
import { books } from "#server/db/schema/books/books.ts";
import { filterVisible } from "#server/features/books/service.ts";
import { test } from "#server/testing/test.ts";

describe("the books that a query shows", () => {
  test.for(BookState.options)("are those that the user may know of: %s", async (state, { app }) => {
    const owner = await app.make.user({ isAuthor: true });
    const book = await app.make.book({ state, ownerId: owner.id });
    const viewers = [
      null,
      owner,
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isSupporter: true }),
      await app.make.user({ isEmployee: true }),
      await app.make.user({ isAdmin: true, isEmployee: true }),
    ];

    for (const viewer of viewers) {
      const found = await app.db
        .select({ id: books.id })
        .from(books)
        .where(and(eq(books.id, book.id), filterVisible(viewer)));

      expect(found.length > 0).toBe(getAccessTo(book, viewer).isVisible);
    }
  });
});
