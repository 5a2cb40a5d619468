import { useQuery } from "@tanstack/react-query";
import { shelvesContract } from "#shared/shelves/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookGrid } from "#client/ui/books/book-card.tsx";
import { Section } from "#client/ui/section.tsx";

const maxBooks = 6;

/** The shelf that an admin chose for the landing page; nothing by default. */
export function PickedShelf() {
  const { data } = useQuery(query(shelvesContract.getPickedShelf, {}));
  if (!data) return null;
  const { shelf, books } = data;
  return (
    <Section title={shelf.name} more={{ to: `/shelves/${shelf.id}`, label: t("shelves.open") }}>
      {shelf.description && (
        <p dir="auto" className="mb-4 max-w-measure whitespace-pre-line text-muted">
          {shelf.description}
        </p>
      )}
      <BookGrid>
        {books.slice(0, maxBooks).map((book) => (
          <BookCard key={book.id} book={book} />
        ))}
      </BookGrid>
    </Section>
  );
}
