import { and, asc, eq } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { creditedName } from "#server/db/credited-name.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";

/** Null when there is no such book. */
export async function findPodcastBook(db: Database, bookId: BookId) {
  const [row] = await db
    .select(
      pick(
        books,
        "id",
        "title",
        "author",
        "description",
        "language",
        "licence",
        "coverHash",
        "createdAt",
        "updatedAt",
      ),
    )
    .from(books)
    .where(eq(books.id, bookId));
  return row ?? null;
}

export async function listNarrators(db: Database, bookId: BookId): Promise<string[]> {
  const rows = await db
    .select({ name: creditedName })
    .from(bookContributors)
    .innerJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(and(eq(bookContributors.bookId, bookId), eq(bookContributors.role, "narrator")))
    .orderBy(asc(bookContributors.position), asc(contributors.name))
    .limit(20);
  return rows.map(({ name }) => name);
}
