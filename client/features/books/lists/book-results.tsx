import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { Book } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { BrowseFilters } from "#client/features/books/search/browse-filters.ts";
import { infiniteQuery } from "#client/lib/api/query.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { BookRowSkeleton } from "#client/ui/books/book-row.tsx";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { bookListClassName } from "./book-list-styles.ts";
import { type BookView, catalogueView } from "./book-view.ts";
import { toListQuery } from "./list-query.ts";
import { ViewSwitch } from "./view-switch.tsx";

/** Most visits never need these. */
const BookList = lazyComponent(async () => (await import("./book-list.tsx")).BookList);
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
  const list = useInfiniteQuery({
    ...infiniteQuery(booksContract.listBooks, { query: toListQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const view = catalogueView.use();
  const first = list.data?.pages[0];

  return (
    <section aria-label={t("browse.results")} aria-busy={list.isPlaceholderData}>
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
      <QueryState
        query={list}
        loading={<BookResultsSkeleton view={view} />}
        isEmpty={({ pages }) => pages[0]?.books.length === 0 && !pages[0].verse}
        empty={
          <Suspense>
            <NoResults filters={filters} onClear={onClear} />
          </Suspense>
        }
        errorTitle={t("browse.failed")}
      >
        {({ pages }) => (
          <div className={list.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
            <Books books={pages.flatMap(({ books }) => books)} view={view} />
          </div>
        )}
      </QueryState>
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={() => void list.fetchNextPage()}
      />
    </section>
  );
}

interface BooksProps {
  readonly books: readonly Book[];
  readonly view: BookView;
}

function Books({ books, view }: BooksProps) {
  if (view === "list") {
    return (
      <Suspense fallback={<BookResultsSkeleton view={view} />}>
        <BookList books={books} />
      </Suspense>
    );
  }
  return (
    <BookGrid>
      {books.map((book, index) => (
        <BookCard key={book.id} book={book} isFirst={index < onFirstScreen} />
      ))}
    </BookGrid>
  );
}

function BookResultsSkeleton({ view }: { readonly view: BookView }) {
  const isList = view === "list";
  return (
    <Skeletons count={12} className={isList ? bookListClassName : bookGridClassName}>
      {isList ? <BookRowSkeleton /> : <BookCardSkeleton />}
    </Skeletons>
  );
}
