import type { User } from "#shared/accounts/user.ts";
import type { BookAccess } from "#shared/books/access.ts";
import type { BookId } from "#shared/books/book.ts";
import { accessTo, type Viewer } from "#shared/books/rights.ts";
import { forbidden, notFound, ProblemError, signedOut } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";
import { findRights } from "./rights-queries.ts";

/**
 * What somebody may do with a book.
 *
 * @throws {ProblemError} `not_found` when there is no such book, or the caller may not know of it.
 */
export async function getAccess(
  { db }: Pick<Services, "db">,
  viewer: Viewer,
  bookId: BookId,
): Promise<BookAccess> {
  const rights = await findRights(db, bookId);
  const access = rights && accessTo(rights, viewer);
  if (!access?.isVisible) throw notFound("book");
  return access;
}

/** Why a visible book, or the part that was asked for, is not handed out. */
export function refusalOf(user: User | null, { needs }: BookAccess): ProblemError {
  if (needs === "release") return forbidden("This book has not appeared yet.");
  if (!user) return signedOut();
  if (needs === "membership") {
    return new ProblemError("subscription_required", "The whole of this book is for members.");
  }
  return forbidden("The publisher of this book does not allow this.");
}
