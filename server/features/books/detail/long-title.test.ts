import { expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";

test.for(["k", "ق", "道"])(
  "titles of five hundred letters like %s go on page by page",
  async (letter, { app }) => {
    for (let n = 0; n < 3; n++) {
      await createPublishedBook(app.services, {
        title: `${letter.repeat(499)}${n}`,
        authors: [`Of ${letter}`],
      });
    }
    const query = { author: `Of ${letter}`, sortBy: "title", sortOrder: "desc", limit: 1 } as const;

    const first = await app.as(null)(booksContract.listBooks, { query });
    const cursor = first.nextCursor ?? "";
    const second = await app.as(null)(booksContract.listBooks, { query: { ...query, cursor } });

    expect([first, second].map(({ books }) => books[0]?.title.at(-1))).toEqual(["2", "1"]);
  },
);
