import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { bookListQuery } from "#client/features/books/lists/book-list-query.ts";
import { query } from "#client/lib/api/query.ts";

export function useLatest() {
  return useQuery(bookListQuery("listLatest"));
}

/** Undefined while loading or after a failure. */
export function useBookTotal(): number | undefined {
  return useQuery(query(booksContract.listBooks, { query: { limit: 1 } })).data?.total;
}
