import type { ReactNode } from "react";
import type { Book } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { BrowseFilters } from "#client/features/books/search/browse-filters.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
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
  const list = usePagedQuery(booksContract.listBooks, { query: toListQuery(filters) });
  const end = list.rows?.findIndex(endsAt) ?? -1;
  return (
    <PagedList
      query={end < 0 ? list : { ...list, rows: list.rows?.slice(0, end), next: null }}
      className={bookGridClassName}
      itemClassName="min-w-0"
      skeleton={<BookCardSkeleton />}
      skeletonCount={Math.min(expected, booksPerPage)}
      empty={empty}
      errorTitle={errorTitle}
    >
      {(book, index) => <BookCard book={book} isFirst={index < onFirstScreen} />}
    </PagedList>
  );
}
