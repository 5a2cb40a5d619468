import { type ReactNode, Suspense } from "react";
import type { PagedQuery } from "#client/lib/api/paged-query.ts";
import { LoadMore } from "./load-more.tsx";
import { QueryState } from "./query-state.tsx";
import { Skeleton, Skeletons } from "./skeleton.tsx";

const cardClassName = "divide-y divide-line overflow-hidden rounded-card border border-line bg-surface";
const stackClassName = "flex flex-col gap-3";

type Content<Row> =
  | { readonly children: (row: Row, index: number) => ReactNode; readonly renderRows?: never }
  /** Renders the rows in an own element, such as a table. */
  | { readonly renderRows: (rows: readonly Row[]) => ReactNode; readonly children?: never };

type PagedListProps<Row, Page> = Content<Row> & {
  readonly query: PagedQuery<Row, Page>;
  /** Nothing by default. */
  readonly empty?: ReactNode;
  readonly errorTitle?: string;
  readonly header?: (first: Page) => ReactNode;
  /** A row that is loading. */
  readonly skeleton?: ReactNode;
  readonly skeletonCount?: number;
  /** Of the list; by default a card with lines between the rows. */
  readonly className?: string;
  readonly itemClassName?: string;
  /** More rows are loaded by the button only. */
  readonly isManual?: boolean;
  /** Of the button at the start, for lists that begin in the middle. */
  readonly previousLabel?: string;
};

/** A list that loads page by page, with its loading, empty and error states. */
export function PagedList<Row, Page>({
  query,
  empty = null,
  errorTitle,
  header,
  skeleton = <Skeleton className="h-16 rounded-card" />,
  skeletonCount = 4,
  className = cardClassName,
  itemClassName,
  isManual = false,
  previousLabel,
  children,
  renderRows,
}: PagedListProps<Row, Page>) {
  const { rows, first, next, previous, getKey } = query;
  const loading = (
    <Skeletons count={skeletonCount} className={className === cardClassName ? stackClassName : className}>
      {skeleton}
    </Skeletons>
  );
  return (
    <>
      {previousLabel && <LoadMore more={previous} isManual label={previousLabel} className="mb-3" />}
      <QueryState
        query={{ ...query, data: rows }}
        loading={loading}
        isEmpty={(all) => all.length === 0 && !next}
        empty={empty}
        {...(errorTitle && { errorTitle })}
      >
        {(all) => (
          <Suspense fallback={loading}>
            {first && header?.(first)}
            {renderRows?.(all)}
            {children && all.length > 0 && (
              <ul className={className}>
                {all.map((row, index) => (
                  <li key={getKey(row)} className={itemClassName}>
                    {children(row, index)}
                  </li>
                ))}
              </ul>
            )}
          </Suspense>
        )}
      </QueryState>
      <LoadMore more={next} isManual={isManual} />
    </>
  );
}
