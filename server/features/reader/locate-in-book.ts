import type { BookId } from "#shared/books/book.ts";
import { xhtmlType } from "#shared/epub/package/media-types.ts";
import { locateInPageOrWorker } from "#server/epub/workers.ts";
import type { PageLocation } from "#server/epub/xpointer/locate-in-page.ts";
import type { Services } from "#server/services.ts";
import { acquireEpub } from "./epub-pool.ts";

export interface BookFile {
  readonly bookId: BookId;
  readonly storageKey: string;
}

type Page = Pick<PageLocation, "content" | "path" | "files">;

/**
 * Finds a place in a document of a stored EPUB; null when it has none, or is no page.
 *
 * @param toEdition the document as another edition of the EPUB has it
 */
export async function locateInBook(
  deps: Pick<Services, "db" | "storage">,
  { bookId, storageKey }: BookFile,
  spineIndex: number,
  find: PageLocation["find"],
  toEdition: (page: Page) => Promise<Uint8Array> | Uint8Array = ({ content }) => content,
): Promise<number | string | null> {
  const { archive, book, files, release } = await acquireEpub(deps, bookId, { storageKey });
  try {
    const page = book.spine[spineIndex];
    const entry = page && archive.entries.get(page.source);
    if (!entry || page.mediaType !== xhtmlType) return null;
    const original = { content: await archive.read(entry, entry.bytes), path: page.source, files };
    return await locateInPageOrWorker({ ...original, content: await toEdition(original), find });
  } finally {
    release();
  }
}
