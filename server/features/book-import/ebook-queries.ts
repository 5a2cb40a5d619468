import { and, asc, eq, gt } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import type { ParsedEpub } from "#server/epub/read-epub.ts";
import type { StoredFile } from "#server/storage/storage.ts";

export async function insertEbook(
  db: Database,
  bookId: BookId,
  { key, bytes, sha256, fileName }: StoredFile & { readonly fileName: string },
  reading: ParsedEpub,
): Promise<void> {
  const { metadata, cover: _cover, overlay: _overlay, texts, ...columns } = reading;
  await db.insert(ebooks).values({
    ...columns,
    bookId,
    storageKey: key,
    bytes,
    sha256,
    fileName,
    identifier: metadata.identifier,
    arePagesRead: true,
  });
  for (const batch of toBatches(texts)) {
    await db.insert(ebookTexts).values(batch.map((text) => ({ ...text, bookId })));
  }
}

/** The next book whose print pages were not read; null for none. */
export async function findUnreadPages(db: Database, after: BookId | null) {
  const [book] = await db
    .select(pick(ebooks, "bookId", "storageKey"))
    .from(ebooks)
    .where(and(eq(ebooks.arePagesRead, false), after ? gt(ebooks.bookId, after) : undefined))
    .orderBy(asc(ebooks.bookId))
    .limit(1);
  return book ?? null;
}

/** Only while the book has the file that was read. */
export async function saveReadPages(
  db: Database,
  { bookId, storageKey }: NonNullable<Awaited<ReturnType<typeof findUnreadPages>>>,
  pages: ParsedEpub["pages"],
): Promise<void> {
  await db
    .update(ebooks)
    .set({ pages, arePagesRead: true })
    .where(and(eq(ebooks.bookId, bookId), eq(ebooks.storageKey, storageKey)));
}

const maxRows = 100;
const maxLength = 400_000;

export function* toBatches(texts: ParsedEpub["texts"]): Generator<ParsedEpub["texts"]> {
  let part: ParsedEpub["texts"][number][] = [];
  let characters = 0;
  for (const each of texts) {
    if (part.length >= maxRows || (part.length > 0 && characters + each.text.length > maxLength)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(each);
    characters += each.text.length;
  }
  if (part.length > 0) yield part;
}
