import { booksContract } from "#shared/books/contract.ts";
import { NotifyMe } from "#client/features/library/notify-me.tsx";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

const booksPerPage = 24;

/** `/coming-soon`: books with a release date, the next one first. */
export function ComingSoonPage() {
  const list = usePagedQuery(booksContract.listComingSoon, { query: { limit: booksPerPage } });
  usePageTitle(t("bookLists.comingSoon"));
  return (
    <>
      <PageHeader title={t("bookLists.comingSoon")} hint={t("bookLists.comingSoonHint")} />
      <h2 className="sr-only">{t("bookLists.comingSoon")}</h2>
      <PagedList
        query={list}
        className={bookGridClassName}
        itemClassName="flex min-w-0 flex-col justify-between gap-3"
        skeleton={<BookCardSkeleton />}
        skeletonCount={6}
        empty={
          <EmptyState
            title={t("bookLists.noneComing")}
            hint={t("bookLists.noneComingHint")}
            action={<ButtonLink to="/new-releases">{t("bookLists.viewNewReleases")}</ButtonLink>}
          />
        }
        errorTitle={t("bookLists.failedComing")}
      >
        {(book) => (
          <>
            <BookCard book={book} />
            <NotifyMe book={book} />
          </>
        )}
      </PagedList>
    </>
  );
}
