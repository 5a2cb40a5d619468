import { useQueries, useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookGrid } from "#client/ui/books/book-card.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { ChipLink } from "#client/ui/forms/chip.tsx";
import { Section } from "#client/ui/section.tsx";
import type { BrowseFilters } from "./browse-filters.ts";
import { getBrowseUrl } from "./browse-url.ts";
import { getRelaxedSearches } from "./relaxed-searches.ts";

const maxGenres = 8;
const maxMostRead = 6;

interface NoResultsProps {
  readonly filters: BrowseFilters;
  readonly onClear: () => void;
}

export function NoResults({ filters, onClear }: NoResultsProps) {
  return (
    <>
      <EmptyState
        title={t("browse.nothingFound")}
        hint={t("browse.nothingFoundHint")}
        action={
          <div className="flex flex-col items-center gap-4">
            <RelaxedFilters filters={filters} />
            <Button tone="secondary" onClick={onClear}>
              {t("browse.showAll")}
            </Button>
          </div>
        }
      />
      <Genres excluded={filters.genre} />
      <MostReadBooks />
    </>
  );
}

/** Other searches that have results, with their counts. */
function RelaxedFilters({ filters }: { readonly filters: BrowseFilters }) {
  const searches = getRelaxedSearches(filters);
  const results = useQueries({
    queries: searches.map((search) =>
      query(booksContract.listBooks, { query: { ...search.filters, limit: 1 } }),
    ),
  });
  const suggestions = searches.flatMap((search, index) => {
    const result = results[index]?.data;
    return result && result.total > 0 ? [{ ...search, ...result }] : [];
  });
  const correction = suggestions.find(({ searchedFor }) => searchedFor)?.searchedFor;
  if (suggestions.length === 0) return null;
  return (
    <>
      {correction && (
        <ButtonLink to={getBrowseUrl({ search: correction })}>
          {t("browse.didYouMean", { text: correction })}
        </ButtonLink>
      )}
      <nav aria-label={t("browse.broaderSearch")}>
        <ul className="flex flex-wrap justify-center gap-2">
          {suggestions.map(({ label, filters: wider, total, isTotalCapped }) => (
            <li key={label}>
              <ChipLink to={getBrowseUrl(wider)}>
                <bdi>{label}</bdi>
                <span className="text-muted">
                  {t("browse.wouldMatch", { n: total, total: formatCount(total, isTotalCapped) })}
                </span>
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Genres({ excluded }: { readonly excluded: string | undefined }) {
  const { data = [] } = useQuery(query(booksContract.listGenres, {}));
  const others = data
    .filter(({ name, bookCount }) => bookCount > 0 && name.toLowerCase() !== excluded?.toLowerCase())
    .sort((a, b) => b.bookCount - a.bookCount)
    .slice(0, maxGenres);
  if (others.length === 0) return null;
  return (
    <Section title={t("browse.exploreGenres")}>
      <ul className="flex flex-wrap gap-2">
        {others.map(({ id, name }) => (
          <li key={id}>
            <ChipLink to={getBrowseUrl({ genre: name })}>
              <bdi>{getGenreName(name)}</bdi>
            </ChipLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function MostReadBooks() {
  const { data } = useQuery(
    query(booksContract.listBooks, {
      query: { sortBy: "popularity", sortOrder: "desc", limit: maxMostRead },
    }),
  );
  if (!data?.books.length) return null;
  return (
    <Section title={t("browse.mostRead")}>
      <BookGrid>
        {data.books.map((book) => (
          <BookCard key={book.id} book={book} />
        ))}
      </BookGrid>
    </Section>
  );
}
