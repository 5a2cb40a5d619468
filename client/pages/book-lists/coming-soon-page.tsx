import { useComingSoon } from "#client/features/books/lists/use-coming-soon.ts";
import { NotifyMe } from "#client/features/library/notify-me.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookCard, BookCardSkeleton, bookGridClassName } from "#client/ui/books/book-card.tsx";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/coming-soon`: books with a release date, the next one first. */
export function ComingSoonPage() {
  const comingSoonQuery = useComingSoon();
  const all = comingSoonQuery.data?.pages.flatMap(({ books }) => books) ?? [];
  usePageTitle(t("bookLists.comingSoon"));
  return (
    <>
      <PageHeader title={t("bookLists.comingSoon")} hint={t("bookLists.comingSoonHint")} />
      <h2 className="sr-only">{t("bookLists.comingSoon")}</h2>
      <QueryState
        query={comingSoonQuery}
        loading={
          <Skeletons count={6} className={bookGridClassName}>
            <BookCardSkeleton />
          </Skeletons>
        }
        isEmpty={() => all.length === 0}
        empty={
          <EmptyState
            title={t("bookLists.noneComing")}
            hint={t("bookLists.noneComingHint")}
            action={<ButtonLink to="/new-releases">{t("bookLists.viewNewReleases")}</ButtonLink>}
          />
        }
        errorTitle={t("bookLists.failedComing")}
      >
        {() => (
          <ul className={bookGridClassName}>
            {all.map((book) => (
              <li key={book.id} className="flex min-w-0 flex-col justify-between gap-3">
                <BookCard book={book} />
                <NotifyMe book={book} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <LoadMore
        hasMore={comingSoonQuery.hasNextPage}
        isLoading={comingSoonQuery.isFetchingNextPage}
        error={comingSoonQuery.isFetchNextPageError ? comingSoonQuery.error : null}
        onLoad={() => void comingSoonQuery.fetchNextPage()}
      />
    </>
  );
}
