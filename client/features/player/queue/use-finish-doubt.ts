import { type QueryClient, useQuery } from "@tanstack/react-query";
import { call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { getRecorder } from "#client/features/reading-activity/index.ts";
import { getQueryKey, getQueryMeta } from "#client/lib/api/query.ts";

/** From here a finished book counts. */
const minCoverage = 0.5;

const coverageQuery = (bookId: BookId) => ({
  queryKey: getQueryKey(activityContract.getCoverage, { params: { bookId } }),
  queryFn: async () => {
    // Counts what was heard a moment ago.
    await getRecorder().flush();
    return call(activityContract.getCoverage, { params: { bookId } });
  },
  meta: getQueryMeta(activityContract.getCoverage),
  staleTime: 0,
});

/** Whether a user who reached the end of a book skipped most of it; false when the server is not reached. */
export async function isFinishDoubtful(client: QueryClient, bookId: BookId): Promise<boolean> {
  try {
    const { coverage } = await client.fetchQuery(coverageQuery(bookId));
    return coverage < minCoverage;
  } catch {
    return false;
  }
}

export function useIsFinishDoubtful(bookId: BookId, isSignedIn: boolean): boolean {
  const { data } = useQuery({ ...coverageQuery(bookId), enabled: isSignedIn });
  return data !== undefined && data.coverage < minCoverage;
}
