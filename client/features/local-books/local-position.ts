import type { BookId } from "#shared/books/book.ts";
import { Locator } from "#shared/positions/position.ts";

/** Signing out deletes it with all storage of the site. */
const getKey = (bookId: BookId) => `maktaba.local.position.${bookId}`;

/** Null for a book that was never read. */
export function findLocalPosition(bookId: BookId): Locator | null {
  try {
    return Locator.safeParse(JSON.parse(localStorage.getItem(getKey(bookId)) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

export function storeLocalPosition(bookId: BookId, locator: Locator): void {
  try {
    localStorage.setItem(getKey(bookId), JSON.stringify(locator));
  } catch {
    // Without storage the book begins at its start.
  }
}

export function deleteLocalPosition(bookId: BookId): void {
  try {
    localStorage.removeItem(getKey(bookId));
  } catch {}
}
