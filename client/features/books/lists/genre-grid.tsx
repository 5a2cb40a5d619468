import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { booksContract } from "#shared/books/contract.ts";
import { getBrowseUrl } from "#client/features/books/search/browse-url.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { GenreCard } from "./genre-card.tsx";

const genresInGrid = 6;
const className = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6 lg:gap-4";

export function GenreGrid({ empty }: { readonly empty: ReactNode }) {
  const genres = useQuery(query(booksContract.listGenres, {}));
  return (
    <QueryState
      query={genres}
      loading={
        <Skeletons count={genresInGrid} className={className}>
          <Skeleton className="h-32 rounded-card" />
        </Skeletons>
      }
      isEmpty={(all) => all.length === 0}
      empty={empty}
      errorTitle={t("home.failedGenres")}
    >
      {(all) => (
        <ul className={className}>
          {all.slice(0, genresInGrid).map((genre) => (
            <li key={genre.id}>
              <GenreCard
                genre={genre}
                to={getBrowseUrl({ genre: genre.name })}
                caption={t("home.bookCount", { n: genre.bookCount })}
              />
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}
