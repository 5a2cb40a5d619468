import { InfiniteBookList } from "#client/features/books/lists/infinite-book-list.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/top-rated-books`: rated books, best first. */
export function TopRatedPage() {
  usePageTitle(t("bookLists.topRated"));
  return (
    <>
      <PageHeader title={t("bookLists.topRated")} hint={t("bookLists.topRatedHint")} />
      <h2 className="sr-only">{t("bookLists.topRated")}</h2>
      <InfiniteBookList
        filters={{ sortBy: "averageRating", sortOrder: "desc" }}
        errorTitle={t("bookLists.failedTopRated")}
        endsAt={({ averageRating }) => averageRating === null}
        empty={
          <EmptyState
            title={t("bookLists.noneRated")}
            hint={t("bookLists.noneRatedHint")}
            action={<ButtonLink to="/browse">{t("bookLists.browseAll")}</ButtonLink>}
          />
        }
      />
    </>
  );
}
