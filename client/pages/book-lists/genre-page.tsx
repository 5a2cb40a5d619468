import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router-dom";
import * as z from "zod/mini";
import type { Genre } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { getGenreUrl } from "#client/features/books/lists/genre-card.tsx";
import { getGenreDescription } from "#client/features/books/lists/genre-description.ts";
import { getGenreIcon } from "#client/features/books/lists/genre-icon.ts";
import { InfiniteBookList } from "#client/features/books/lists/infinite-book-list.tsx";
import { getBrowseUrl } from "#client/features/books/search/browse-url.ts";
import { FollowButton } from "#client/features/follows/follow-button.tsx";
import { query } from "#client/lib/api/query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useRouteParam } from "#client/lib/hooks/route-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { ChipLink } from "#client/ui/forms/chip.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Section } from "#client/ui/section.tsx";

/** `/genre/:name` */
export function GenrePage() {
  const name = useRouteParam("name", z.string());
  const genres = useQuery(query(booksContract.listGenres, {}));
  const namedGenre = genres.data?.find((genre) => hasName(genre, name));
  const renamed = namedGenre ? undefined : genres.data?.find((genre) => hasFormerName(genre, name));
  usePageTitle(genres.data ? getGenreName(namedGenre?.name ?? name) : null);

  if (renamed) return <Navigate replace to={getGenreUrl(renamed.name)} />;
  return (
    <QueryState query={genres} loading={<GenrePageSkeleton />} errorTitle={t("bookLists.genresFailed")}>
      {(all) => (
        <>
          {namedGenre ? <GenreBooks genre={namedGenre} /> : <GenreNotFound name={name} />}
          <OtherGenres genres={all.filter(({ id }) => id !== namedGenre?.id)} />
        </>
      )}
    </QueryState>
  );
}

const hasName = (genre: Genre, name: string) => genre.name.toLowerCase() === name.trim().toLowerCase();
const hasFormerName = (genre: Genre, name: string) => genre.formerNames.includes(name.trim().toLowerCase());

function GenreBooks({ genre }: { readonly genre: Genre }) {
  const { name, bookCount } = genre;
  const about = getGenreDescription(genre);
  const Icon = getGenreIcon(genre);
  return (
    <>
      <Icon aria-hidden className="mb-3 size-8 text-primary" />
      <PageHeader
        title={getGenreName(name)}
        hint={t("bookLists.bookCount", { n: bookCount })}
        actions={
          <div className="flex flex-wrap gap-2">
            <FollowButton kind="genre" id={genre.id} />
            <ButtonLink to={getBrowseUrl({ genre: name })} tone="secondary" size="small">
              {t("bookLists.more")}
            </ButtonLink>
          </div>
        }
      />
      {about && (
        <p dir="auto" className="-mt-2 mb-6 max-w-measure">
          {about}
        </p>
      )}
      <h2 className="sr-only">{t("bookLists.bookTotal", { n: bookCount })}</h2>
      <InfiniteBookList
        filters={{ genre: name }}
        expected={bookCount}
        empty={
          <EmptyState
            title={t("bookLists.emptyGenre")}
            action={<ButtonLink to="/genres">{t("bookLists.allGenres")}</ButtonLink>}
          />
        }
      />
    </>
  );
}

function GenreNotFound({ name }: { readonly name: string }) {
  return (
    <>
      <PageHeader title={t("bookLists.genreNotFound", { name })} hint={t("bookLists.genreNotFoundHint")} />
      <ButtonLink to="/genres">{t("bookLists.allGenres")}</ButtonLink>
    </>
  );
}

function OtherGenres({ genres }: { readonly genres: readonly Genre[] }) {
  if (genres.length === 0) return null;
  return (
    <Section title={t("bookLists.otherGenres")}>
      <ul className="flex flex-wrap gap-2">
        {genres.map(({ id, name }) => (
          <li key={id}>
            <ChipLink to={getGenreUrl(name)}>
              <bdi>{getGenreName(name)}</bdi>
            </ChipLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function GenrePageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">{t("common.loading")}</span>
      <Skeleton className="h-12 w-1/2" />
      <Skeleton className="h-80 rounded-card" />
    </div>
  );
}
