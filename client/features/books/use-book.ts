import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";

/** A book by its id or by a former one. */
export function useBook(bookId: string) {
  return useQuery(query(booksContract.getBook, { params: { bookId } }));
}
