import { useQuery } from "@tanstack/react-query";
import type { BookId } from "#shared/books/book.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { query } from "#client/lib/api.ts";
import { useSession } from "#client/lib/session.ts";

/** Where the reader is in a book, always asked anew; a guest has no place on the server. */
export function usePlace(bookId: BookId) {
  const { user } = useSession();
  return useQuery({
    ...query(positionsContract.getPlace, { params: { bookId } }),
    enabled: user !== null,
    staleTime: 0,
    refetchOnMount: "always",
  });
}

/** Former places in a book, newest first, to go back to. */
export function useFormerPlaces(bookId: BookId, isWanted: boolean) {
  const { user } = useSession();
  return useQuery({
    ...query(positionsContract.listFormerPlaces, { params: { bookId } }),
    enabled: user !== null && isWanted,
    staleTime: 0,
    refetchOnMount: "always",
  });
}
