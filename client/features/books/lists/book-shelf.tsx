import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type BookList, bookListQuery, booksPerRow } from "#client/features/books/lists/book-list-query.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";

interface BookShelfProps {
  readonly of: BookList;
  readonly empty: ReactNode;
  readonly errorTitle: string;
}

export function BookShelf({ of, empty, errorTitle }: BookShelfProps) {
  const shelf = useQuery(bookListQuery(of));
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
