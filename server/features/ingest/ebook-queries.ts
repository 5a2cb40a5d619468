import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { ebooks, ebookTexts } from "#server/db/schema/formats.ts";
import type { EpubReading } from "#server/epub/read-epub.ts";
import type { StoredFile } from "#server/storage/storage.ts";

/** Keeps what was read of a book's EPUB, beside where the file lies. */
export async function insertEbook(
  db: Database,
  bookId: BookId,
  { key, bytes, sha256, fileName }: StoredFile & { readonly fileName: string },
  reading: EpubReading,
): Promise<void> {
  const { metadata, cover: _cover, texts, ...columns } = reading;
  await db.insert(ebooks).values({
    ...columns,
    bookId,
    storageKey: key,
    bytes,
    sha256,
    fileName,
    identifier: metadata.identifier,
  });
  for (let at = 0; at < texts.length; at += 100) {
    await db.insert(ebookTexts).values(texts.slice(at, at + 100).map((text) => ({ ...text, bookId })));
  }
}
