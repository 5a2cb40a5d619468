import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import { isPublished } from "#server/features/books/lists/list-queries.ts";

const maxBooks = 10;

/** Published scripture with a text, Arabic ones first. */
export function listScripture(db: Database) {
  return db
    .select({ id: books.id, title: books.title, coverHash: books.coverHash, sha256: ebooks.sha256 })
    .from(books)
    .innerJoin(ebooks, eq(ebooks.bookId, books.id))
    .where(and(isPublished, sql`${books.kind} = 'scripture'`))
    .orderBy(desc(sql`${books.language} = 'ar'`), desc(books.popularity), asc(books.createdAt), asc(books.id))
    .limit(maxBooks);
}

export function listTexts(db: Database, bookId: BookId) {
  return db
    .select({ spineIndex: ebookTexts.spineIndex, text: ebookTexts.text })
    .from(ebookTexts)
    .where(eq(ebookTexts.bookId, bookId))
    .orderBy(asc(ebookTexts.spineIndex));
}
