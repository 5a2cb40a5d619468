import { InfiniteBookList } from "#client/features/books/lists/infinite-book-list.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/new-releases`: all books, newest first. */
export function NewReleasesPage() {
  usePageTitle(t("bookLists.newReleases"));
  return (
    <>
      <PageHeader title={t("bookLists.newReleases")} hint={t("bookLists.newReleasesHint")} />
      <h2 className="sr-only">{t("bookLists.newReleases")}</h2>
      <InfiniteBookList
        filters={{ sortBy: "createdAt", sortOrder: "desc" }}
        errorTitle={t("bookLists.failedLatest")}
        empty={
          <EmptyState
            title={t("bookLists.noneNew")}
            action={<ButtonLink to="/coming-soon">{t("bookLists.comingSoon")}</ButtonLink>}
          />
        }
      />
    </>
  );
}
