import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import type { EpubReading } from "#server/epub/read-epub.ts";
import type { StoredFile } from "#server/storage/storage.ts";
import { insertEbook, insertEbookTexts } from "./ebook-queries.ts";

interface NewEpub {
  readonly bookId: BookId;
  readonly file: StoredFile;
  /** As it was given. */
  readonly fileName: string;
  readonly reading: EpubReading;
}

/** Keeps what was read of a book's EPUB, beside the stored file. Call it in the transaction that makes the book. */
export async function storeEbook(db: Database, { bookId, file, fileName, reading }: NewEpub): Promise<void> {
  const { metadata, epubVersion, packagePath, layout, direction, spine, toc, entries, sample } = reading;
  await insertEbook(db, {
    bookId,
    storageKey: file.key,
    bytes: file.bytes,
    sha256: file.sha256,
    fileName: storable(fileName),
    identifier: metadata.identifier,
    epubVersion: epubVersion.slice(0, 20),
    packagePath: storable(packagePath),
    layout,
    direction,
    spine,
    toc,
    entries,
    sample,
    wordCount: reading.wordCount,
    pageCount: reading.pageCount,
    hasMediaOverlays: reading.hasMediaOverlays,
    warnings: reading.warnings.map(storable),
  });
  await insertEbookTexts(
    db,
    reading.texts.map(({ spineIndex, text, folded }) => ({
      bookId,
      spineIndex,
      text: storable(text),
      folded: storable(folded),
    })),
  );
}

/** PostgreSQL keeps no NUL in text. */
const storable = (text: string) => text.replaceAll("\0", "").toWellFormed();
