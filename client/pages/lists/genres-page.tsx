import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import { GenreCard } from "#client/features/books/genre-card.tsx";
import { query } from "#client/lib/api.ts";
import { usePageTitle } from "#client/lib/page-title.ts";
import { say } from "#client/lib/words.ts";
import { ButtonLink } from "#client/ui/button.tsx";
import { EmptyFace, Faces } from "#client/ui/faces.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Skeleton, Skeletons } from "#client/ui/skeleton.tsx";

const look = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4";

/** `/genres` */
export function GenresPage() {
  const genres = useQuery(query(booksContract.listGenres, {}));
  usePageTitle(say("lists.genres"));
  return (
    <>
      <PageHeader title={say("lists.genres")} hint={say("lists.genresHint")} />
      <Faces
        of={genres}
        loading={
          <Skeletons many={8} className={look}>
            <Skeleton className="h-28 rounded-card" />
          </Skeletons>
        }
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyFace
            title={say("lists.noGenres")}
            action={<ButtonLink to="/browse">{say("lists.browseAll")}</ButtonLink>}
          />
        }
        errorTitle={say("lists.genresFailed")}
      >
        {(all) => (
          <ul className={look}>
            {all.map((genre) => (
              <li key={genre.id}>
                <GenreCard genre={genre} />
              </li>
            ))}
          </ul>
        )}
      </Faces>
    </>
  );
}
