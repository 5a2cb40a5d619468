import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { shelfBooks, shelves } from "#server/db/schema/reading/shelves.ts";

/** Own shelves with their books, in the order of each shelf. */
export function listExportedShelves(
  db: Database,
  userId: UserId,
  page: { readonly after: string | null; readonly limit: number },
) {
  const isAfter = page.after === null ? undefined : gt(shelves.id, page.after as never);
  const shelvedBooks = sql<
    unknown[]
  >`coalesce((select json_agg(json_build_object('bookId', b.id, 'title', b.title,
      'note', sb.note, 'addedAt', sb.added_at) order by sb.position)
    from ${shelfBooks} sb join ${books} b on b.id = sb.book_id where sb.shelf_id = shelves.id), '[]')`;
  return db
    .select({
      ...pick(shelves, "id", "name", "description", "visibility", "removedReason", "createdAt", "updatedAt"),
      books: shelvedBooks,
    })
    .from(shelves)
    .where(and(eq(shelves.userId, userId), isAfter))
    .orderBy(asc(shelves.id))
    .limit(page.limit);
}
