import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { readerContract } from "#shared/reader/contract.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { test } from "#server/testing/test.ts";
import { readPrintedPages } from "./read-printed-pages.ts";

const nav = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
  <body><nav epub:type="toc"><ol><li><a href="c0.xhtml">1</a></li></ol></nav>
  <nav epub:type="page-list"><ol><li><a href="c0.xhtml#p214">214</a></li></ol></nav></body></html>`;

test("print pages of books of an earlier version are read once", async ({ app }) => {
  const chapters = ['<p>One. Two.</p><p id="p214">Three.</p>'];
  const printed = await createEpubBook(
    app,
    {},
    {
      chapters,
      without: ["EPUB/nav.xhtml"],
      files: [["EPUB/nav.xhtml", nav]],
    },
  );
  const plain = await createEpubBook(app, {}, { chapters });
  const lost = await createEpubBook(app, {}, { chapters });
  await app.db.update(ebooks).set({ pages: [], arePagesRead: false });
  await app.db.update(ebooks).set({ storageKey: "epub/lost.epub" }).where(eq(ebooks.bookId, lost));
  const listPages = () => app.as(null)(readerContract.getPrintedPages, { params: { bookId: printed } });
  expect(await listPages()).toEqual([]);

  await readPrintedPages.run(app.services, {});

  expect(await listPages()).toEqual([{ label: "214", sentence: "s0-2" }]);
  const readOf = await app.db
    .select({ bookId: ebooks.bookId, isRead: ebooks.arePagesRead })
    .from(ebooks)
    .orderBy(asc(ebooks.bookId));
  const isRead = Object.fromEntries(readOf.map(({ bookId, isRead }) => [bookId, isRead]));
  expect(isRead).toEqual({ [printed]: true, [plain]: true, [lost]: false });

  await app.db.update(ebooks).set({ pages: [] }).where(eq(ebooks.bookId, printed));
  await readPrintedPages.run(app.services, {});
  expect(await listPages()).toEqual([]);
});
