import type { ReactNode } from "react";
import type { LibraryEntry, LibraryStatus } from "#shared/library/entry.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookRowSkeleton } from "#client/ui/books/book-row.tsx";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { EntryRow } from "./entry-row.tsx";
import { statusTexts } from "./status.ts";
import { useLibrary } from "./use-library.ts";

const look = "grid gap-3 lg:grid-cols-2 lg:gap-4";

interface LibraryListProps {
  /** All statuses when omitted. */
  readonly status: LibraryStatus | undefined;
  readonly continueWith: (entry: LibraryEntry) => ReactNode;
}

/** The library, most recently changed first. */
export function LibraryList({ status, continueWith }: LibraryListProps) {
  const list = useLibrary(status);
  return (
    <>
      <h2 className="sr-only">{t(status ? statusTexts[status] : "library.all")}</h2>
      <QueryState
        of={list}
        loading={
          <Skeletons many={6} className={look}>
            <BookRowSkeleton />
          </Skeletons>
        }
        isEmpty={({ pages }) => pages.every(({ entries }) => entries.length === 0)}
        empty={
          <EmptyState
            title={t(status ? "library.noneHere" : "library.empty")}
            hint={t(status ? "library.noneHereHint" : "library.emptyHint")}
            action={<ButtonLink to="/browse">{t("library.findABook")}</ButtonLink>}
          />
        }
        errorTitle={t("library.failed")}
      >
        {({ pages }) => (
          <ul className={look}>
            {pages
              .flatMap(({ entries }) => entries)
              .map((entry) => (
                <li key={entry.book.id} className="min-w-0 *:h-full">
                  <EntryRow entry={entry} continueWith={continueWith(entry)} />
                </li>
              ))}
          </ul>
        )}
      </QueryState>
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}
