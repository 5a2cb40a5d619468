import { clsx } from "clsx";
import { Suspense } from "react";
import { booksContract } from "#shared/books/contract.ts";
import type { BrowseFilters } from "#client/features/books/search/browse-filters.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { BookRowSkeleton } from "#client/ui/books/book-row.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { catalogueView } from "./book-view.ts";
import { toListQuery } from "./list-query.ts";
import { ViewSwitch } from "./view-switch.tsx";

const bookListClassName = "grid gap-3 lg:grid-cols-2 lg:gap-4";

/** Most visits never need these. */
const BookListItem = lazyComponent(async () => (await import("./book-list-item.tsx")).BookListItem);
const VerseResult = lazyComponent(async () => {
  const [{ VerseResult }] = await Promise.all([
    import("#client/features/books/search/verse-result.tsx"),
    loadMessages("bookLists"),
  ]);
  return VerseResult;
});
const NoResults = lazyComponent(
  async () => (await import("#client/features/books/search/no-results.tsx")).NoResults,
);

const onFirstScreen = 6;

interface BookResultsProps {
  readonly filters: BrowseFilters;
  readonly onClear: () => void;
}

export function BookResults({ filters, onClear }: BookResultsProps) {
  const list = usePagedQuery(
    booksContract.listBooks,
    { query: toListQuery(filters) },
    { keepsPrevious: true },
  );
  const isList = catalogueView.use() === "list";
  const { first } = list;

  return (
    <section aria-label={t("browse.results")} aria-busy={list.isPlaceholder}>
      <h2 className="sr-only">{t("browse.results")}</h2>
      {first?.verse && (
        <Suspense>
          <VerseResult verse={first.verse} />
        </Suspense>
      )}
      <div className="mb-4 flex items-center justify-between gap-4">
        <p role="status" className="min-h-6 min-w-0 text-muted">
          {first &&
            (first.total > 0 || !first.verse) &&
            t("browse.total", { n: first.total, total: formatCount(first.total, first.isTotalCapped) })}
          {first?.searchedFor && ` ${t("browse.searchedFor", { text: first.searchedFor })}`}
        </p>
        <ViewSwitch preference={catalogueView} />
      </div>
      <PagedList
        query={list}
        className={clsx(
          isList ? bookListClassName : bookGridClassName,
          list.isPlaceholder && "opacity-60 transition-opacity",
        )}
        itemClassName="min-w-0"
        skeleton={isList ? <BookRowSkeleton /> : <BookCardSkeleton />}
        skeletonCount={12}
        empty={
          !first?.verse && (
            <Suspense>
              <NoResults filters={filters} onClear={onClear} />
            </Suspense>
          )
        }
        errorTitle={t("browse.failed")}
      >
        {(book, index) =>
          isList ? <BookListItem book={book} /> : <BookCard book={book} isFirst={index < onFirstScreen} />
        }
      </PagedList>
    </section>
  );
}
