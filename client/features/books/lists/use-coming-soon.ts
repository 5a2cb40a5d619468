import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "#shared/api/http-client.ts";
import type { Book } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { getQueryKey, getQueryMeta, withCursor } from "#client/lib/api/query.ts";
import { getNextCursor } from "#client/lib/urls/link-header.ts";

const booksPerPage = 24;
const input = { query: { limit: booksPerPage } };

interface ComingSoonPage {
  readonly books: readonly Book[];
  readonly nextCursor: string | null;
}

/** Books with a release date, the next one first. */
export function useComingSoon() {
  return useInfiniteQuery({
    queryKey: [...getQueryKey(booksContract.listComingSoon, input), "infinite"],
    meta: getQueryMeta(booksContract.listComingSoon),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<ComingSoonPage> => {
      let nextCursor: string | null = null;
      const books = await call(booksContract.listComingSoon, withCursor(input, pageParam), {
        signal,
        onHeaders: (headers) => {
          nextCursor = getNextCursor(headers.get("Link"));
        },
      });
      return { books, nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}
