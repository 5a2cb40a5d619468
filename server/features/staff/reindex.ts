import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { indexBook } from "#server/features/books/service.ts";

/** Books follow in the transaction: their lists, filters and search. */
export async function reindex(tx: Database, bookIds: readonly BookId[]): Promise<void> {
  // Half a millisecond per book; a genre of many thousands takes longer than the usual limit.
  if (bookIds.length > 1_000) await tx.execute("set local statement_timeout = '120s'");
  for (const bookId of bookIds) await indexBook(tx, bookId);
}
