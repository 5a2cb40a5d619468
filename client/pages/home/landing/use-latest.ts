import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { booksPerRow } from "#client/features/books/lists/book-shelf.tsx";
import { query } from "#client/lib/api/query.ts";

/** The newest six books, asked for once for the showcase, the carousel and the row. */
export function useLatest() {
  return useQuery(query(booksContract.listLatest, { query: { limit: booksPerRow } }));
}

/** How many books the house has; undefined until it is known, and where it could not be had. */
export function useBookTotal(): number | undefined {
  return useQuery(query(booksContract.listBooks, { query: { limit: 1 } })).data?.total;
}
