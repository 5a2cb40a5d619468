import { useQuery } from "@tanstack/react-query";
import { call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { marginContract } from "#shared/marks/margin-contract.ts";
import type { MarginCommunity, SharedMark } from "#shared/marks/shared-mark.ts";
import { getQueryKey, getQueryMeta } from "#client/lib/api/query.ts";

const { listMargin } = marginContract;

export interface Margin {
  /** By place. */
  readonly marks: readonly SharedMark[];
  readonly communities: readonly MarginCommunity[];
}

/** Marks ahead appear while the reader reads on. */
const refetchMs = 60_000;

/** The margin of a book, as far as the reader may see it. */
export const useMargin = (bookId: BookId, isEnabled = true) =>
  useQuery({
    queryKey: getQueryKey(listMargin, { params: { bookId }, query: {} }),
    queryFn: ({ signal }) => readMargin(bookId, signal),
    meta: getQueryMeta(listMargin),
    enabled: isEnabled,
    refetchInterval: ({ state }) =>
      state.data?.communities.some(({ aheadCount }) => aheadCount > 0) ? refetchMs : false,
  });

async function readMargin(bookId: BookId, signal: AbortSignal): Promise<Margin> {
  const marks: SharedMark[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await call(listMargin, { params: { bookId }, query: { cursor } }, { signal });
    marks.push(...page.marks);
    if (page.nextCursor === null) return { marks, communities: page.communities };
    cursor = page.nextCursor;
  }
}
