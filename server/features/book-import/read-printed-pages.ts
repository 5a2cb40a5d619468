import * as z from "zod/mini";
import { defaultLimits } from "#shared/epub/limits.ts";
import type { StoredPage } from "#shared/epub/package/printed-pages.ts";
import { readPackage } from "#shared/epub/package/read-opf.ts";
import { readContents } from "#shared/epub/package/toc.ts";
import { readEpubInWorker } from "#server/epub/workers.ts";
import { openArchive } from "#server/epub/zip/archive.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { withLocalFile } from "#server/storage/storage.ts";
import { findUnreadPages, saveReadPages } from "./ebook-queries.ts";

const limits = { ...defaultLimits, total: Number.POSITIVE_INFINITY };

/** Reads the print pages of books that an earlier version stored; each book once. */
export const readPrintedPages = defineJob({
  name: "book-import.read-pages",
  queue: "later",
  payload: z.strictObject({}),
  every: "37 * * * *",
  ownSlots: 1,
  async run(services) {
    const { db, log } = services;
    let book = await findUnreadPages(db, null);
    for (; book; book = await findUnreadPages(db, book.bookId)) {
      try {
        await saveReadPages(db, book, await readPages(services, book.storageKey));
      } catch (error) {
        // The next run tries again.
        log.warn({ err: error, bookId: book.bookId }, "the print pages of a book could not be read");
      }
    }
  },
});

async function readPages({ storage }: Services, storageKey: string): Promise<readonly StoredPage[]> {
  try {
    if (!(await hasPageList(await storage.openFile(storageKey)))) return [];
    return await withLocalFile(storage, storageKey, async (file) => {
      const { pages } = await readEpubInWorker(file, limits);
      return pages;
    });
  } catch (error) {
    // An EPUB that this version does not open has none.
    if (error instanceof ProblemError) return [];
    throw error;
  }
}

async function hasPageList(file: Awaited<ReturnType<Services["storage"]["openFile"]>>): Promise<boolean> {
  const archive = await openArchive(file, limits);
  try {
    const { pages } = await readContents(archive, await readPackage(archive, limits), limits);
    return pages.length > 0;
  } finally {
    archive.close();
  }
}
