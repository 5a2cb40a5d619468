import { and, eq, lte } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books.ts";

/** Publishes every scheduled book whose date has come. @returns how many. */
export async function publishDue(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(books)
    .set({ state: "published", createdAt: now, updatedAt: now })
    .where(and(eq(books.state, "scheduled"), lte(books.releaseAt, now)));
  return rowCount ?? 0;
}
