import { and, asc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { cardColumns } from "./summary-queries.ts";

const maxInSeries = 24;
const maxEditions = 20;

const isPublic = inArray(books.state, ["published", "scheduled"]);

export function listOthersOfSeries(db: Database, seriesId: string, bookId: BookId) {
  return db
    .select({ ...cardColumns, position: books.seriesPosition })
    .from(books)
    .where(and(eq(books.seriesId, seriesId), ne(books.id, bookId), isPublic))
    .orderBy(sql`${books.seriesPosition} nulls last`, asc(books.createdAt), asc(books.id))
    .limit(maxInSeries);
}

export function listEditions(db: Database, bookId: BookId, originalId: BookId | null) {
  const isSameWork = originalId
    ? or(eq(books.originalId, bookId), eq(books.originalId, originalId))
    : eq(books.originalId, bookId);
  return db
    .select({ id: books.id, title: books.title, language: books.language })
    .from(books)
    .where(and(isSameWork, ne(books.id, bookId), isPublic))
    .orderBy(asc(books.language), asc(books.title), asc(books.id))
    .limit(maxEditions);
}
