import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { booksContract, type Review, type ReviewOrder, reviewOrders } from "#shared/books/contract.ts";
import { infiniteQuery } from "#client/lib/api/query.ts";
import { formatCalendarDay, relativeTime } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Stars } from "#client/ui/books/stars.tsx";
import { Card } from "#client/ui/card.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";

const reviewBatchSize = 6;
const look = "grid gap-4 lg:grid-cols-2";

const orderTexts: Readonly<Record<ReviewOrder, MessageKey>> = {
  newest: "book.newestReviews",
  highest: "book.highestReviews",
  lowest: "book.lowestReviews",
};

const recentMs = 30 * 86_400_000;

interface ReviewsProps {
  readonly bookId: BookId;
  /** Null for guests. */
  readonly onReport: ((review: Review) => void) | null;
}

export function Reviews({ bookId, onReport }: ReviewsProps) {
  const [sortBy, setSortBy] = useState<ReviewOrder>("newest");
  const list = useInfiniteQuery(
    infiniteQuery(booksContract.listReviews, {
      params: { bookId },
      query: { sortBy, limit: reviewBatchSize },
    }),
  );
  return (
    <QueryState
      of={list}
      loading={
        <Skeletons many={2} className={look}>
          <Skeleton className="h-36 rounded-card" />
        </Skeletons>
      }
      isEmpty={({ pages }) => pages[0]?.reviews.length === 0}
      empty={<EmptyState title={t("book.noReviews")} hint={t("book.noReviewsHint")} />}
    >
      {({ pages }) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted">{t("book.reviewCount", { n: pages[0]?.total ?? 0 })}</p>
            {(pages[0]?.total ?? 0) > 1 && (
              <div className="w-60 max-w-full print:hidden">
                <Select
                  label={t("book.sortReviews")}
                  isLabelHidden
                  value={sortBy}
                  onChange={setSortBy}
                  options={reviewOrders.map((value) => ({ value, label: t(orderTexts[value]) }))}
                />
              </div>
            )}
          </div>
          <ul className={look}>
            {pages
              .flatMap(({ reviews }) => reviews)
              .map((review) => (
                <li key={review.id}>
                  <ReviewCard review={review} onReport={onReport} />
                </li>
              ))}
          </ul>
          {list.hasNextPage && (
            <div className="mt-6 text-center">
              <Button
                tone="secondary"
                isPending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t("ui.showMore")}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryState>
  );
}

interface ReviewCardProps extends Pick<ReviewsProps, "onReport"> {
  readonly review: Review;
}

function ReviewCard({ review, onReport }: ReviewCardProps) {
  const { readerName, readerUsername, stars, text, hasSpoiler, isMine, createdAt } = review;
  const [isShown, setShown] = useState(!hasSpoiler || isMine);
  return (
    <Card className="h-full">
      <div className="mb-3 flex items-center gap-3">
        <Avatar imageUrl="" name={readerName} />
        <div className="min-w-0">
          <p className="truncate font-medium">
            <ReaderName
              name={isMine ? t("book.you") : readerName}
              username={isMine ? null : readerUsername}
            />
          </p>
          <p className="flex flex-wrap items-center gap-x-2">
            <Stars rating={stars} />
            <time dateTime={createdAt.toISOString()} className="text-muted text-small">
              {Date.now() - createdAt.getTime() < recentMs
                ? relativeTime(createdAt)
                : formatCalendarDay(createdAt)}
            </time>
          </p>
        </div>
      </div>
      {text && isShown && (
        <p dir="auto" className="whitespace-pre-line text-start">
          {text}
        </p>
      )}
      {!isShown && (
        <Button tone="secondary" size="small" onClick={() => setShown(true)}>
          {t("book.showSpoiler")}
        </Button>
      )}
      {onReport && !isMine && (
        <Button
          tone="quiet"
          size="small"
          className="-ms-3 mt-2 text-muted! print:hidden"
          onClick={() => onReport(review)}
        >
          {t("book.reportReview")}
        </Button>
      )}
    </Card>
  );
}
