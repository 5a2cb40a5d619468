import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { endlessQuery } from "#client/lib/api.ts";
import { count } from "#client/lib/format.ts";
import { say } from "#client/lib/words.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridLook } from "#client/ui/book-card.tsx";
import { Button } from "#client/ui/button.tsx";
import { EmptyFace, Faces } from "#client/ui/faces.tsx";
import { LoadMore } from "#client/ui/load-more.tsx";
import { Skeletons } from "#client/ui/skeleton.tsx";
import type { BrowseFilters } from "./browse-filters.ts";

const booksAtOnce = 24;
/** Covers of the first rows are wanted before the scripts' own pictures. */
const onFirstScreen = 6;

interface BookResultsProps {
  readonly filters: BrowseFilters;
  readonly onClear: () => void;
}

/** The books that a list's filters leave, page after page. */
export function BookResults({ filters, onClear }: BookResultsProps) {
  const list = useInfiniteQuery({
    ...endlessQuery(booksContract.listBooks, { query: { ...filters, limit: booksAtOnce } }),
    placeholderData: keepPreviousData,
  });
  const first = list.data?.pages[0];

  return (
    <section aria-label={say("browse.results")} aria-busy={list.isPlaceholderData}>
      <h2 className="sr-only">{say("browse.results")}</h2>
      <p role="status" className="mb-4 min-h-6 text-muted">
        {first && say("browse.total", { n: first.total, total: count(first.total, first.isTotalCapped) })}
        {first?.searchedFor && ` ${say("browse.searchedFor", { text: first.searchedFor })}`}
      </p>
      <Faces
        of={list}
        loading={
          <Skeletons many={12} className={bookGridLook}>
            <BookCardSkeleton />
          </Skeletons>
        }
        isEmpty={({ pages }) => pages[0]?.books.length === 0}
        empty={
          <EmptyFace
            title={say("browse.nothingFound")}
            hint={say("browse.nothingFoundHint")}
            action={<Button onClick={onClear}>{say("browse.showAll")}</Button>}
          />
        }
        errorTitle={say("browse.failed")}
      >
        {({ pages }) => (
          <div className={list.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
            <BookGrid>
              {pages
                .flatMap(({ books }) => books)
                .map((book, index) => (
                  <BookCard key={book.id} book={book} isFirst={index < onFirstScreen} />
                ))}
            </BookGrid>
          </div>
        )}
      </Faces>
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? list.error : null}
        onLoad={() => void list.fetchNextPage()}
      />
    </section>
  );
}
