import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Book } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { endlessQuery } from "#client/lib/api.ts";
import { say } from "#client/lib/words.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridLook } from "#client/ui/book-card.tsx";
import { Faces } from "#client/ui/faces.tsx";
import { LoadMore } from "#client/ui/load-more.tsx";
import { Skeletons } from "#client/ui/skeleton.tsx";
import type { BrowseFilters } from "./browse-filters.ts";

const booksAtOnce = 24;
const onFirstScreen = 6;

interface EndlessBooksProps {
  readonly filters: BrowseFilters;
  /** Books of which the list has none; the first of them ends it. */
  readonly endsAt?: (book: Book) => boolean;
  /** How many there are, where that is known before they come: what stands below then stays where it is. */
  readonly expected?: number;
  readonly empty: ReactNode;
  readonly errorTitle?: string;
}

/** One list of books from its first to its last, page after page. */
export function EndlessBooks({
  filters,
  endsAt = () => false,
  expected = 12,
  empty,
  errorTitle = say("lists.failed"),
}: EndlessBooksProps) {
  const list = useInfiniteQuery(
    endlessQuery(booksContract.listBooks, { query: { ...filters, limit: booksAtOnce } }),
  );
  const all = list.data?.pages.flatMap(({ books }) => books) ?? [];
  const end = all.findIndex(endsAt);
  const shown = end < 0 ? all : all.slice(0, end);
  return (
    <>
      <Faces
        of={list}
        loading={
          <Skeletons many={Math.min(expected, booksAtOnce)} className={bookGridLook}>
            <BookCardSkeleton />
          </Skeletons>
        }
        isEmpty={() => shown.length === 0}
        empty={empty}
        errorTitle={errorTitle}
      >
        {() => (
          <BookGrid>
            {shown.map((book, index) => (
              <BookCard key={book.id} book={book} isFirst={index < onFirstScreen} />
            ))}
          </BookGrid>
        )}
      </Faces>
      <LoadMore
        hasMore={list.hasNextPage && end < 0}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}
