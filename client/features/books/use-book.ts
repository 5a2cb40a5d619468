import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";

/** One book by its id, or by one it had before. */
export function useBook(bookId: string) {
  return useQuery(query(booksContract.getBook, { params: { bookId } }));
}
