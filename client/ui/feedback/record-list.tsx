import type { ReactNode } from "react";
import { LoadMore } from "./load-more.tsx";
import { QueryState } from "./query-state.tsx";
import { Skeleton } from "./skeleton.tsx";

interface PagedQuery<Page> {
  readonly data: { readonly pages: readonly Page[] } | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isPaused: boolean;
  readonly refetch: () => unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

interface RecordListProps<Page, Row extends { readonly id: string }> {
  readonly query: PagedQuery<Page>;
  readonly getRows: (page: Page) => readonly Row[];
  readonly header?: (first: Page) => ReactNode;
  readonly empty: ReactNode;
  readonly errorTitle: string;
  readonly children: (row: Row) => ReactNode;
}

/** A paged list of rows in a card. */
export function RecordList<Page, Row extends { readonly id: string }>({
  query,
  getRows,
  header,
  empty,
  errorTitle,
  children,
}: RecordListProps<Page, Row>) {
  return (
    <QueryState
      query={query}
      loading={<Skeleton className="h-96 rounded-card" />}
      errorTitle={errorTitle}
      isEmpty={({ pages }) => pages.every((page) => getRows(page).length === 0)}
      empty={empty}
    >
      {({ pages }) => (
        <>
          {header && pages[0] && header(pages[0])}
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {pages.flatMap(getRows).map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
          <LoadMore
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            error={query.isFetchNextPageError ? query.error : null}
            onLoad={() => void query.fetchNextPage()}
          />
        </>
      )}
    </QueryState>
  );
}
