import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Book } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { BrowseFilters } from "#client/features/books/search/browse-filters.ts";
import { infiniteQuery } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { booksPerPage, toListQuery } from "./list-query.ts";

const onFirstScreen = 6;

interface InfiniteBookListProps {
  readonly filters: BrowseFilters;
  /** Filters the list; the first page without a match ends it. */
  readonly endsAt?: (book: Book) => boolean;
  readonly expected?: number;
  readonly empty: ReactNode;
  readonly errorTitle?: string;
}

export function InfiniteBookList({
  filters,
  endsAt = () => false,
  expected = 12,
  empty,
  errorTitle = t("bookLists.failed"),
}: InfiniteBookListProps) {
  const list = useInfiniteQuery(infiniteQuery(booksContract.listBooks, { query: toListQuery(filters) }));
  const all = list.data?.pages.flatMap(({ books }) => books) ?? [];
  const end = all.findIndex(endsAt);
  const visibleBooks = end < 0 ? all : all.slice(0, end);
  return (
    <>
      <QueryState
        query={list}
        loading={
          <Skeletons count={Math.min(expected, booksPerPage)} className={bookGridClassName}>
            <BookCardSkeleton />
          </Skeletons>
        }
        isEmpty={() => visibleBooks.length === 0}
        empty={empty}
        errorTitle={errorTitle}
      >
        {() => (
          <BookGrid>
            {visibleBooks.map((book, index) => (
              <BookCard key={book.id} book={book} isFirst={index < onFirstScreen} />
            ))}
          </BookGrid>
        )}
      </QueryState>
      <LoadMore
        hasMore={list.hasNextPage && end < 0}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}
