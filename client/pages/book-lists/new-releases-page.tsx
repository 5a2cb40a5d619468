import { InfiniteBookList } from "#client/features/books/lists/infinite-book-list.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/new-releases`: every book, the newest first. */
export function NewReleasesPage() {
  usePageTitle(t("lists.newReleases"));
  return (
    <>
      <PageHeader title={t("lists.newReleases")} hint={t("lists.newReleasesHint")} />
      <h2 className="sr-only">{t("lists.newReleases")}</h2>
      <InfiniteBookList
        filters={{ sortBy: "createdAt", sortOrder: "desc" }}
        errorTitle={t("lists.failedLatest")}
        empty={
          <EmptyState
            title={t("lists.noneNew")}
            action={<ButtonLink to="/coming-soon">{t("lists.comingSoon")}</ButtonLink>}
          />
        }
      />
    </>
  );
}
