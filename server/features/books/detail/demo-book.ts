import type { Book } from "#shared/books/book.ts";
import { findSteppedCard, toBook } from "#server/features/books/lists/summary-queries.ts";
import type { Services } from "#server/services.ts";

/** The book that shows how text and sound go in step: one that guests get whole, else a free one; null for none. */
export async function findDemoBook({ db }: Pick<Services, "db">): Promise<Book | null> {
  const card = await findSteppedCard(db);
  return card && toBook(card);
}
