import { and, eq, lte } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";

/**
 * Publishes all scheduled books whose release time has come.
 *
 * @returns their ids
 */
export async function publishDue(db: Database, now: Date): Promise<BookId[]> {
  const published = await db
    .update(books)
    .set({ state: "published", createdAt: now, updatedAt: now })
    .where(and(eq(books.state, "scheduled"), lte(books.releaseAt, now)))
    .returning({ id: books.id });
  return published.map(({ id }) => id);
}
