import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { GenreCard, getGenreUrl } from "#client/features/books/lists/genre-card.tsx";
import { query } from "#client/lib/api/query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

const className = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4";

/** `/genres` */
export function GenresPage() {
  const genres = useQuery(query(booksContract.listGenres, {}));
  usePageTitle(t("bookLists.genres"));
  return (
    <>
      <PageHeader title={t("bookLists.genres")} hint={t("bookLists.genresHint")} />
      <QueryState
        query={genres}
        loading={
          <Skeletons count={8} className={className}>
            <Skeleton className="h-32 rounded-card" />
          </Skeletons>
        }
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyState
            title={t("bookLists.noGenres")}
            action={<ButtonLink to="/browse">{t("bookLists.browseAll")}</ButtonLink>}
          />
        }
        errorTitle={t("bookLists.genresFailed")}
      >
        {(all) => (
          <ul className={className}>
            {all.map((genre) => (
              <li key={genre.id}>
                <GenreCard
                  genre={genre}
                  to={getGenreUrl(genre.name)}
                  caption={t("bookLists.bookCount", { n: genre.bookCount })}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </>
  );
}
