import { useQuery } from "@tanstack/react-query";
import { type LibraryFormat, type LibrarySort, libraryContract } from "#shared/library/contract.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { hasReachedEnd } from "./status.ts";

const pageSize = 30;

export interface LibraryQuery {
  readonly status?: LibraryStatus | undefined;
  readonly search?: string | undefined;
  readonly format?: LibraryFormat | undefined;
  readonly sort?: LibrarySort | undefined;
}

export function useLibrary(filters: LibraryQuery) {
  const selected = Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as LibraryQuery;
  const input = { query: { limit: pageSize, ...selected } };
  return usePagedQuery(libraryContract.listLibrary, input, { keepsPrevious: true });
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
