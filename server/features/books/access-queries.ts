import { eq, inArray, or, type SQL } from "drizzle-orm";
import type { BookAccessFields, Viewer } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";

export const accessColumns = {
  ...pick(books, "id", "state", "isFree", "isDemo", "allowsDownload", "ownerId", "hasEbook", "hasAudiobook"),
};

/** Null when there is no such book. */
export async function findAccessFields(db: Database, bookId: BookId): Promise<BookAccessFields | null> {
  const [row] = await db.select(accessColumns).from(books).where(eq(books.id, bookId)).limit(1);
  return row ?? null;
}

const isShown = inArray(books.state, ["published", "scheduled"]);

/** A condition for the books that are visible to the users of a statement that joins them. */
export const isVisibleToJoinedUser = (): SQL | undefined =>
  or(isShown, eq(books.ownerId, users.id), users.isEmployee, users.isAdmin);

/** A condition for the books that are visible to a user; undefined for all. */
export function isVisibleTo(viewer: Viewer): SQL | undefined {
  if (viewer?.isEmployee || viewer?.isAdmin) return undefined;
  if (!viewer) return isShown;
  const coauthored = viewer.coauthoredBooks.map(({ bookId }) => bookId);
  return or(
    isShown,
    eq(books.ownerId, viewer.id),
    coauthored.length > 0 ? inArray(books.id, coauthored) : undefined,
  );
}
