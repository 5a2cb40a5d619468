import { BookId } from "#shared/books/book.ts";
import { showPlayer } from "./player-visibility.ts";

const storageKey = "maktaba.loaded-book";

/** The book of the player, and whose session it is. */
export interface LoadedBook {
  /** The user's id, or `guest`. */
  readonly listener: string;
  readonly bookId: BookId;
}

/** The book that the player had before the page was reloaded. */
export function readLoadedBook(): LoadedBook | null {
  try {
    const [listener = "", bookId] = sessionStorage.getItem(storageKey)?.split(" ") ?? [];
    return { listener, bookId: BookId.parse(bookId) };
  } catch {
    return null;
  }
}

export function storeLoadedBook(loaded: LoadedBook | null): void {
  try {
    if (loaded) sessionStorage.setItem(storageKey, `${loaded.listener} ${loaded.bookId}`);
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage nothing is restored.
  }
}

/** Loads the player of a page that was reloaded. */
export function showRestoredPlayer(): void {
  if (readLoadedBook()) showPlayer();
}
