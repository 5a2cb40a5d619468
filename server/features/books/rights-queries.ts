import { eq, inArray, or, type SQL } from "drizzle-orm";
import type { BookRights, Viewer } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books.ts";

export const rightsColumns = {
  state: books.state,
  isFree: books.isFree,
  isDemo: books.isDemo,
  allowsDownload: books.allowsDownload,
  ownerId: books.ownerId,
  hasEbook: books.hasEbook,
  hasAudiobook: books.hasAudiobook,
};

/** Null when there is no such book. */
export async function findRights(db: Database, bookId: BookId): Promise<BookRights | null> {
  const [found] = await db.select(rightsColumns).from(books).where(eq(books.id, bookId)).limit(1);
  return found ?? null;
}

/** A condition for the books that are visible to a user; undefined for all. */
export function isVisibleTo(viewer: Viewer): SQL | undefined {
  if (viewer?.isEmployee || viewer?.isAdmin) return undefined;
  const shown = inArray(books.state, ["published", "scheduled"]);
  return viewer ? or(shown, eq(books.ownerId, viewer.id)) : shown;
}
