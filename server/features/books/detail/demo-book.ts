import type { InputOf } from "#shared/api/contract.ts";
import type { Book } from "#shared/books/book.ts";
import type { booksContract } from "#shared/books/contract.ts";
import { findSyncedCard, toBook } from "#server/features/books/lists/summary-queries.ts";
import type { Services } from "#server/services.ts";

/** The book of the read-along demo: a demo book or another free one; null for none. */
export async function findDemoBook(
  { db }: Pick<Services, "db">,
  { query: { preferLanguage } }: InputOf<typeof booksContract.findDemoBook>,
): Promise<Book | null> {
  const card = await findSyncedCard(db, preferLanguage);
  return card && toBook(card);
}
