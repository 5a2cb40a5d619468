import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { booksPerRow } from "#client/features/books/lists/book-list-query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Section } from "#client/ui/section.tsx";
import {
  type FeaturedGenre,
  featuredGenres,
  featuredGenreTexts,
  getBooksOfGenre,
} from "./featured-genres.ts";
import { rotate, useLatest } from "./use-latest.ts";

/** The newest six books, with a genre filter. */
export function FeaturedBooks() {
  const latest = useLatest();
  const [genre, setGenre] = useState<FeaturedGenre>("all");
  return (
    <Section title={t("landing.featuredBooks")} more={{ to: "/browse", label: t("home.browseAll") }}>
      <div className="mb-5 flex flex-wrap gap-2.5">
        <div className="min-w-44 max-sm:flex-1">
          <Select
            isLabelHidden
            label={t("landing.genre")}
            options={featuredGenres.map((value) => ({ value, label: t(featuredGenreTexts[value]) }))}
            value={genre}
            onChange={setGenre}
          />
        </div>
        <ButtonLink to="/browse#filters" tone="secondary" icon={<SlidersHorizontal aria-hidden />}>
          {t("landing.moreFilters")}
        </ButtonLink>
      </div>
      <QueryState
        query={latest}
        loading={
          <Skeletons count={booksPerRow} className={bookGridClassName}>
            <BookCardSkeleton />
          </Skeletons>
        }
        isEmpty={(books) => getBooksOfGenre(genre, books).length === 0}
        empty={<NoBooksInGenre genre={genre} onShowAll={() => setGenre("all")} />}
        errorTitle={t("home.failedLatest")}
      >
        {(books) => (
          <BookGrid>
            {rotate(getBooksOfGenre(genre, books).slice(0, booksPerRow), 2).map((book) => (
              <BookCard key={book.id} book={book} />
            ))}
          </BookGrid>
        )}
      </QueryState>
    </Section>
  );
}

function NoBooksInGenre({
  genre,
  onShowAll,
}: {
  readonly genre: FeaturedGenre;
  readonly onShowAll: () => void;
}) {
  if (genre === "all") return <EmptyState title={t("home.noNewBooks")} />;
  return (
    <EmptyState
      title={t("landing.noneOfGenre", { genre: t(featuredGenreTexts[genre]) })}
      action={<Button onClick={onShowAll}>{t("landing.showAllGenres")}</Button>}
    />
  );
}
