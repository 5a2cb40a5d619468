import { EndlessBooks } from "#client/features/books/lists/infinite-book-list.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { EmptyFace } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/new-releases`: every book, the newest first. */
export function NewReleasesPage() {
  usePageTitle(say("lists.newReleases"));
  return (
    <>
      <PageHeader title={say("lists.newReleases")} hint={say("lists.newReleasesHint")} />
      <h2 className="sr-only">{say("lists.newReleases")}</h2>
      <EndlessBooks
        filters={{ sortBy: "createdAt", sortOrder: "desc" }}
        errorTitle={say("lists.failedLatest")}
        empty={
          <EmptyFace
            title={say("lists.noneNew")}
            action={<ButtonLink to="/coming-soon">{say("lists.comingSoon")}</ButtonLink>}
          />
        }
      />
    </>
  );
}
