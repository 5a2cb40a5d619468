import { EndlessBooks } from "#client/features/books/lists/infinite-book-list.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { EmptyFace } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/top-rated-books`: the rated books, best first. */
export function TopRatedPage() {
  usePageTitle(say("lists.topRated"));
  return (
    <>
      <PageHeader title={say("lists.topRated")} hint={say("lists.topRatedHint")} />
      <h2 className="sr-only">{say("lists.topRated")}</h2>
      <EndlessBooks
        filters={{ sortBy: "averageRating", sortOrder: "desc" }}
        errorTitle={say("lists.failedTopRated")}
        endsAt={({ averageRating }) => averageRating === null}
        empty={
          <EmptyFace
            title={say("lists.noneRated")}
            hint={say("lists.noneRatedHint")}
            action={<ButtonLink to="/browse">{say("lists.browseAll")}</ButtonLink>}
          />
        }
      />
    </>
  );
}
