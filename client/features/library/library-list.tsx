import type { ReactNode } from "react";
import type { LibraryEntry } from "#shared/library/entry.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton } from "#client/ui/books/book-card.tsx";
import { BookRowSkeleton } from "#client/ui/books/book-row.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { EntryRow, Progress } from "./entry-row.tsx";
import { statusTexts } from "./status.ts";
import { type LibraryQuery, useLibrary } from "./use-library.ts";

const rows =
  "max-sm:divide-y max-sm:divide-line max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface sm:grid sm:gap-3 lg:grid-cols-2 lg:gap-4";
const grid = "grid grid-cols-2 gap-x-4 gap-y-6 min-[30rem]:grid-cols-3 sm:grid-cols-4 lg:grid-cols-6";

interface LibraryListProps {
  /** All books when empty. */
  readonly libraryQuery: LibraryQuery;
  readonly isGrid: boolean;
  readonly renderContinueButton: (entry: LibraryEntry) => ReactNode;
  readonly onClearFilters: () => void;
}

export function LibraryList({
  libraryQuery,
  isGrid,
  renderContinueButton,
  onClearFilters,
}: LibraryListProps) {
  const { status } = libraryQuery;
  const isFiltered = Boolean(libraryQuery.search || libraryQuery.format);
  return (
    <>
      <h2 className="sr-only">{t(status ? statusTexts[status] : "library.all")}</h2>
      <PagedList
        query={useLibrary(libraryQuery)}
        className={isGrid ? grid : rows}
        itemClassName={isGrid ? "flex min-w-0 flex-col gap-2" : "min-w-0 *:h-full"}
        skeleton={isGrid ? <BookCardSkeleton /> : <BookRowSkeleton isDense />}
        skeletonCount={6}
        empty={isFiltered ? <NoMatches onClear={onClearFilters} /> : <NoBooks libraryQuery={libraryQuery} />}
        errorTitle={t("library.failed")}
      >
        {(entry) =>
          isGrid ? (
            <EntryCard entry={entry} />
          ) : (
            <EntryRow entry={entry} continueButton={renderContinueButton(entry)} />
          )
        }
      </PagedList>
    </>
  );
}

function EntryCard({ entry: { book, progress } }: { readonly entry: LibraryEntry }) {
  return (
    <>
      <BookCard book={book} />
      {Number.parseFloat(progress) > 0 && <Progress title={book.title} progress={progress} />}
    </>
  );
}

const NoMatches = ({ onClear }: { readonly onClear: () => void }) => (
  <EmptyState
    title={t("library.nothingFound")}
    hint={t("library.nothingFoundHint")}
    action={
      <Button tone="secondary" onClick={onClear}>
        {t("library.clearFilters")}
      </Button>
    }
  />
);

const NoBooks = ({ libraryQuery: { status } }: { readonly libraryQuery: LibraryQuery }) => (
  <EmptyState
    title={t(status ? "library.tabEmpty" : "library.empty")}
    hint={t(status ? "library.tabEmptyHint" : "library.emptyHint")}
    action={<ButtonLink to="/browse">{t("library.findABook")}</ButtonLink>}
  />
);
