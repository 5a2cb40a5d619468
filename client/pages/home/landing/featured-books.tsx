import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { booksInRow } from "#client/features/books/lists/book-shelf.tsx";
import { say } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton, BookGrid, bookGridLook } from "#client/ui/books/book-card.tsx";
import { EmptyFace, Faces } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Section } from "#client/ui/section.tsx";
import { booksOf, type FeaturedGenre, featuredGenres, featuredGenreTexts } from "./featured-genres.ts";
import { useLatest } from "./use-latest.ts";

/** The newest six, and those of one genre among them. */
export function FeaturedBooks() {
  const latest = useLatest();
  const [genre, setGenre] = useState<FeaturedGenre>("all");
  return (
    <Section title={say("landing.featuredBooks")} more={{ to: "/browse", label: say("home.browseAll") }}>
      <div className="mb-5 flex flex-wrap gap-2.5">
        <div className="min-w-44 max-sm:flex-1">
          <Select
            isLabelHidden
            label={say("landing.genre")}
            options={featuredGenres.map((value) => ({ value, label: say(featuredGenreTexts[value]) }))}
            value={genre}
            onChange={setGenre}
          />
        </div>
        <ButtonLink to="/browse#filters" tone="secondary" icon={<SlidersHorizontal aria-hidden />}>
          {say("landing.moreFilters")}
        </ButtonLink>
      </div>
      <Faces
        of={latest}
        loading={
          <Skeletons many={booksInRow} className={bookGridLook}>
            <BookCardSkeleton />
          </Skeletons>
        }
        isEmpty={(books) => booksOf(genre, books).length === 0}
        empty={<NoneOf genre={genre} onShowAll={() => setGenre("all")} />}
        errorTitle={say("home.failedLatest")}
      >
        {(books) => (
          <BookGrid>
            {booksOf(genre, books)
              .slice(0, booksInRow)
              .map((book) => (
                <BookCard key={book.id} book={book} />
              ))}
          </BookGrid>
        )}
      </Faces>
    </Section>
  );
}

/** What stands where no book of the row is of a genre, or where there is no book at all. */
function NoneOf({ genre, onShowAll }: { readonly genre: FeaturedGenre; readonly onShowAll: () => void }) {
  if (genre === "all") return <EmptyFace title={say("home.noNewBooks")} />;
  return (
    <EmptyFace
      title={say("landing.noneOfGenre", { genre: say(featuredGenreTexts[genre]) })}
      action={<Button onClick={onShowAll}>{say("landing.showAllGenres")}</Button>}
    />
  );
}
