import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { createBookListQuery } from "#client/features/books/lists/book-list-query.ts";
import { query } from "#client/lib/api/query.ts";

export function useLatest() {
  return useQuery(createBookListQuery("listLatest"));
}

/** Rotates a list, so that lists of the same books on one page start with different books. */
export const rotate = <T>(books: readonly T[], first: number): readonly T[] => {
  const at = books.length > 0 ? first % books.length : 0;
  return [...books.slice(at), ...books.slice(0, at)];
};

/** Undefined while loading or after a failure. */
export function useBookTotal(): number | undefined {
  return useQuery(query(booksContract.listBooks, { query: { limit: 1 } })).data?.total;
}
