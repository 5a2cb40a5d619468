import { eq } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { BookRights } from "#shared/books/rights.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books.ts";

/** The columns that decide who gets a book; other queries may select them beside their own. */
export const rightsColumns = {
  state: books.state,
  isFree: books.isFree,
  allowsDownload: books.allowsDownload,
  ownerId: books.ownerId,
  hasEbook: books.hasEbook,
  hasAudiobook: books.hasAudiobook,
};

/** What decides who gets a book; null when there is no such book. */
export async function findRights(db: Database, bookId: BookId): Promise<BookRights | null> {
  const [found] = await db.select(rightsColumns).from(books).where(eq(books.id, bookId)).limit(1);
  return found ?? null;
}
