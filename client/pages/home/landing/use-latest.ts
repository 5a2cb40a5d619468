import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { booksPerRow } from "#client/features/books/lists/book-shelf.tsx";
import { query } from "#client/lib/api/query.ts";

export function useLatest() {
  return useQuery(query(booksContract.listLatest, { query: { limit: booksPerRow } }));
}

/** Undefined while loading or after a failure. */
export function useBookTotal(): number | undefined {
  return useQuery(query(booksContract.listBooks, { query: { limit: 1 } })).data?.total;
}
