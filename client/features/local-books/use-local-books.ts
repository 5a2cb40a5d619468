import { useCallback, useEffect, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { canKeepBooks } from "#client/lib/offline/kept-shares.ts";
import { type LocalBook, listLocalBooks, removeLocalBook } from "./local-books.ts";

export interface LocalBooks {
  /** Null until they are read. */
  readonly books: readonly LocalBook[] | null;
  readonly remove: (bookId: BookId) => Promise<void>;
}

export function useLocalBooks(userId: UserId): LocalBooks {
  const [books, setBooks] = useState<readonly LocalBook[] | null>(null);
  const refresh = useCallback(async () => {
    setBooks(canKeepBooks() ? await listLocalBooks(userId) : []);
  }, [userId]);
  useEffect(() => {
    refresh().catch(() => setBooks([]));
  }, [refresh]);
  const remove = async (bookId: BookId) => {
    await removeLocalBook(userId, bookId);
    await refresh();
  };
  return { books, remove };
}
