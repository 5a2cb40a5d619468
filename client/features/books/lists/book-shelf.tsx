import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";

export const booksPerRow = 6;

interface BookShelfProps {
  readonly of: "listLatest" | "listTopRated" | "listComingSoon";
  readonly empty: ReactNode;
  readonly errorTitle: string;
}

export function BookShelf({ of, empty, errorTitle }: BookShelfProps) {
  const shelf = useQuery(query(booksContract[of], { query: { limit: booksPerRow } }));
  return (
    <QueryState
      of={shelf}
      loading={
        <Skeletons many={booksPerRow} className={bookGridClassName}>
          <BookCardSkeleton />
        </Skeletons>
      }
      isEmpty={(books) => books.length === 0}
      empty={empty}
      errorTitle={errorTitle}
    >
      {(books) => (
        <BookGrid>
          {books.slice(0, booksPerRow).map((book) => (
            <BookCard key={book.id} book={book} />
          ))}
        </BookGrid>
      )}
    </QueryState>
  );
}
