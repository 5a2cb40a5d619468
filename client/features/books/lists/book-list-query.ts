import { decodeReply, getAddress, request } from "#shared/api/http-client.ts";
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";

export const booksPerRow = 6;

export type BookList = "listLatest" | "listTopRated" | "listComingSoon";

/** A reply that is not an array counts as empty. */
export function bookListQuery(of: BookList, limit: number = booksPerRow) {
  const input = { query: { limit } };
  const operation = booksContract[of];
  return {
    ...query(operation, input),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const reply = await request("GET", getAddress(operation, input), undefined, { signal });
      return Array.isArray(reply) ? decodeReply(operation, reply) : [];
    },
  };
}
