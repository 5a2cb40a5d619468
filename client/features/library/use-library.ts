import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "#shared/api/http-client.ts";
import { type LibraryFormat, type LibrarySort, libraryContract } from "#shared/library/contract.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import { getQueryKey, getQueryMeta, query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { getNextCursor } from "#client/lib/urls/link-header.ts";
import { hasReachedEnd } from "./status.ts";
import type { LibraryEntriesPage } from "./use-my-entry.ts";

const pageSize = 30;

export interface LibraryQuery {
  readonly status?: LibraryStatus | undefined;
  readonly search?: string | undefined;
  readonly format?: LibraryFormat | undefined;
  readonly sort?: LibrarySort | undefined;
}

export function useLibrary(filters: LibraryQuery) {
  return useInfiniteQuery({ ...createLibraryQuery(filters), placeholderData: keepPreviousData });
}

export function useInitialEntries(status: LibraryStatus, limit: number) {
  return useQuery(query(libraryContract.listLibrary, { query: { status, limit } }));
}

export const maxCurrentlyReading = 2;
/** Some of them can have been read to the end. */
const maxRequested = 6;

/** The books that are being read, without those at their end. */
export function useBooksToContinue() {
  return useQuery({
    ...query(libraryContract.listLibrary, { query: { status: "currently-reading", limit: maxRequested } }),
    select: (entries) => entries.filter((entry) => !hasReachedEnd(entry)).slice(0, maxCurrentlyReading),
  });
}

/** The number of books per status; undefined for guests and while loading. */
export function useLibraryCounts() {
  const isSignedIn = useUser() !== null;
  return useQuery({
    ...query(libraryContract.getLibraryCounts, {}),
    enabled: isSignedIn,
  }).data;
}

function createLibraryQuery(filters: LibraryQuery) {
  const selected = Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as LibraryQuery;
  const input = { query: { limit: pageSize, ...selected } };
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(libraryContract.listLibrary, input), "infinite"],
    meta: getQueryMeta(libraryContract.listLibrary),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<LibraryEntriesPage> => {
      let nextCursor: string | null = null;
      const entries = await call(
        libraryContract.listLibrary,
        { query: { ...input.query, ...(pageParam && { cursor: pageParam }) } },
        {
          signal,
          onHeaders: (headers) => {
            nextCursor = getNextCursor(headers.get("Link"));
          },
        },
      );
      return { entries, nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}
