import { getAccessTo } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { notFound, unauthenticated } from "#server/http/api/problem.ts";
import { findLibraryBook, type LibraryBook } from "./queries.ts";

/** The token in the path; each device should have its own. */
export function getTokenId({ req }: Pick<HttpContext, "req">): string {
  if (!req.appToken) throw unauthenticated();
  return req.appToken.id;
}

export const canDownload = (book: LibraryBook, { user }: Pick<HttpContext, "user">): boolean =>
  getAccessTo(book, user).canDownload;

/** @throws {ProblemError} `not_found` for a book that is not in the library, or may not be downloaded */
export async function getLibraryBook(context: HttpContext, bookId: BookId): Promise<LibraryBook> {
  const book = await findLibraryBook(context.db, context.user, bookId);
  if (!book || !canDownload(book, context)) throw notFound("book");
  return book;
}
