import { useQuery } from "@tanstack/react-query";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookGrid } from "#client/ui/books/book-card.tsx";
import { Section } from "#client/ui/section.tsx";
import { booksPerRow } from "./book-list-query.ts";

export function SimilarBooks({ bookId }: { readonly bookId: BookId }) {
  const { data: books = [] } = useQuery(
    query(booksContract.listSimilar, { params: { bookId }, query: { limit: booksPerRow } }),
  );
  if (books.length === 0) return null;
  return (
    <Section title={t("book.similar")}>
      <BookGrid>
        {books.slice(0, booksPerRow).map((book) => (
          <BookCard key={book.id} book={book} />
        ))}
      </BookGrid>
    </Section>
  );
}
