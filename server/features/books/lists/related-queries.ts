import { and, asc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books.ts";
import { cardColumns } from "./summary-queries.ts";

const maxInSeries = 24;
const maxEditions = 20;

const isPublic = inArray(books.state, ["published", "scheduled"]);

/** The other books of a series that everybody may know of, in their order. */
export function listOthersOfSeries(db: Database, seriesId: string, bookId: BookId) {
  return db
    .select({ ...cardColumns, position: books.seriesPosition })
    .from(books)
    .where(and(eq(books.seriesId, seriesId), ne(books.id, bookId), isPublic))
    .orderBy(sql`${books.seriesPosition} nulls last`, asc(books.createdAt), asc(books.id))
    .limit(maxInSeries);
}

/** What else was made of the same original, and of this book; the original itself is told beside them. */
export function listEditions(db: Database, bookId: BookId, originalId: BookId | null) {
  const isOfSame = originalId
    ? or(eq(books.originalId, bookId), eq(books.originalId, originalId))
    : eq(books.originalId, bookId);
  return db
    .select({ id: books.id, title: books.title, language: books.language })
    .from(books)
    .where(and(isOfSame, ne(books.id, bookId), isPublic))
    .orderBy(asc(books.language), asc(books.title), asc(books.id))
    .limit(maxEditions);
}
