import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Book, BookId } from "#shared/books/book.ts";
import {
  type BookList,
  booksPerRow,
  booksToChooseFrom,
  createBookListQuery,
} from "#client/features/books/lists/book-list-query.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";

interface BookShelfProps {
  readonly list: BookList;
  readonly empty: ReactNode;
  readonly errorTitle: string;
  /** Books that the page shows elsewhere. They are listed only when nothing else is left. */
  readonly hidden?: ReadonlySet<BookId> | undefined;
}

/** The books that a shelf shows. */
export function chooseBooks(
  books: readonly Book[],
  hidden: ReadonlySet<BookId> = new Set(),
): readonly Book[] {
  const others = books.filter(({ id }) => !hidden.has(id));
  return (others.length > 0 ? others : books).slice(0, booksPerRow);
}

export function BookShelf({ list, empty, errorTitle, hidden }: BookShelfProps) {
  const shelf = useQuery({
    ...createBookListQuery(list, hidden ? booksToChooseFrom : booksPerRow),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryState
      query={shelf}
      loading={
        <Skeletons count={booksPerRow} className={bookGridClassName}>
          <BookCardSkeleton />
        </Skeletons>
      }
      isEmpty={(books) => books.length === 0}
      empty={empty}
      errorTitle={errorTitle}
    >
      {(books) => (
        <BookGrid>
          {chooseBooks(books, hidden).map((book) => (
            <BookCard key={book.id} book={book} />
          ))}
        </BookGrid>
      )}
    </QueryState>
  );
}
