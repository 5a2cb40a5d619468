import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { readerContract } from "#shared/reader/contract.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import { getPrintedPage } from "./printed-pages.ts";

test("print pages are listed by their first sentence, and cited", async ({ app }) => {
  const bookId = await createEpubBook(app, {}, { chapters: ["<p>One. Two. Three.</p>"] });
  await app.db
    .update(ebooks)
    .set({ pages: [["214", 0, 1]] })
    .where(eq(ebooks.bookId, bookId));

  const pages = await app.as(null)(readerContract.getPrintedPages, { params: { bookId } });
  expect(pages).toEqual([{ label: "214", sentence: "s0-1" }]);
  expect(await getPrintedPage(app.db, bookId, "s0-2")).toBe("214");
  expect(await getPrintedPage(app.db, bookId, "s0-0")).toBeNull();
  await expect(
    app.as(null)(readerContract.getPrintedPages, { params: { bookId: noBook } }),
  ).rejects.toMatchObject({ status: 404 });
});
