import { getTableColumns, inArray } from "drizzle-orm";
import type { User } from "#shared/accounts/user.ts";
import type { Book, BookId } from "#shared/books/book.ts";
import { accessTo } from "#shared/books/rights.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books.ts";

const { searchVector: _index, foldedTitle: _sort, ...columns } = getTableColumns(books);

/** These books as cards show them, in no order; those that the reader may not know of are left out. */
export async function listBooksOf(db: Database, user: User, bookIds: readonly BookId[]): Promise<Book[]> {
  if (bookIds.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(books)
    .where(inArray(books.id, [...bookIds]))
    .limit(bookIds.length);
  return rows
    .filter((row) => accessTo(row, user).isVisible)
    .map(({ coverHash, firstAudioId, state, ...row }) => ({
      ...row,
      coverImageUrl: coverHash && `/covers/${row.id}/${coverHash}-320.webp`,
      audioUrl: firstAudioId ? `/media/${row.id}/${firstAudioId}` : "",
      isComingSoon: state === "scheduled",
    }));
}
