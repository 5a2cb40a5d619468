import { useQuery } from "@tanstack/react-query";
import { ThumbsUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import { booksContract, type Review, type ReviewOrder, reviewOrders } from "#shared/books/contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCalendarDay, formatCount, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Stars } from "#client/ui/books/stars.tsx";
import { Card } from "#client/ui/card.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { QuotingText } from "#client/ui/quoting-text.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";
import { Spoiler } from "#client/ui/spoiler.tsx";

const reviewBatchSize = 6;
const className = "grid gap-4 lg:grid-cols-2";

const orderTexts: Readonly<Record<ReviewOrder, MessageKey>> = {
  newest: "reviews.newestReviews",
  helpful: "reviews.helpfulReviews",
  highest: "reviews.highestReviews",
  lowest: "reviews.lowestReviews",
};

const recentMs = 30 * 86_400_000;

interface ReviewsProps {
  readonly bookId: BookId;
  /** From a permanent link; shown first. */
  readonly linkedId: string | null;
  /** Null for guests. */
  readonly onReport: ((review: Review) => void) | null;
}

export function Reviews({ bookId, linkedId, onReport }: ReviewsProps) {
  const [sortBy, setSortBy] = useState<ReviewOrder>("newest");
  const list = usePagedQuery(booksContract.listReviews, {
    params: { bookId },
    query: { sortBy, limit: reviewBatchSize },
  });
  const { total = 0, starCounts = [] } = list.first ?? {};
  const shown = list.rows?.filter(({ id }) => id !== linkedId);
  return (
    <>
      <StarCounts counts={starCounts} />
      {list.rows && linkedId !== null && <LinkedReview id={linkedId} onReport={onReport} />}
      {list.first && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          {total > 0 && <p className="text-muted">{t("reviews.reviewCount", { n: total })}</p>}
          {total > 1 && (
            <div className="w-60 max-w-full print:hidden">
              <Select
                label={t("reviews.sortReviews")}
                isLabelHidden
                value={sortBy}
                onChange={setSortBy}
                options={reviewOrders.map((value) => ({ value, label: t(orderTexts[value]) }))}
              />
            </div>
          )}
        </div>
      )}
      <PagedList
        query={{ ...list, rows: shown }}
        empty={
          list.rows?.length === 0 && (
            <EmptyState title={t("reviews.noReviews")} hint={t("reviews.noReviewsHint")} />
          )
        }
        className={className}
        skeleton={<Skeleton className="h-36 rounded-card" />}
        skeletonCount={2}
        isManual
      >
        {(review) => <ReviewCard review={review} onReport={onReport} />}
      </PagedList>
    </>
  );
}

/** How many readers gave five, four, three, two and one star. */
function StarCounts({ counts }: { readonly counts: readonly number[] }) {
  const max = Math.max(...counts, 0);
  if (max === 0) return null;
  return (
    <ul aria-label={t("reviews.ratings")} className="mb-6 flex max-w-sm flex-col gap-1.5">
      {[5, 4, 3, 2, 1].map((stars) => {
        const n = counts[stars - 1] ?? 0;
        return (
          <li key={stars} className="flex items-center gap-3 text-small">
            <span className="w-14 text-muted">{t("reviews.stars", { n: stars })}</span>
            <span aria-hidden className="h-2 flex-1 overflow-hidden rounded-full bg-ink/10">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ inlineSize: `${(n / max) * 100}%` }}
              />
            </span>
            <span className="w-10 text-end text-muted tabular-nums">{formatCount(n)}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface LinkedReviewProps extends Pick<ReviewsProps, "onReport"> {
  readonly id: string;
}

function LinkedReview({ id, onReport }: LinkedReviewProps) {
  const linked = useQuery(query(booksContract.getReview, { params: { reviewId: id } }));
  const container = useRef<HTMLDivElement>(null);
  const isFound = linked.data !== undefined;
  useEffect(() => {
    if (isFound) container.current?.scrollIntoView({ block: "center" });
  }, [isFound]);
  if (linked.isError) return <p className="mb-4 text-muted">{t("reviews.unavailable")}</p>;
  if (!linked.data) return null;
  return (
    <div ref={container} className="mb-4 rounded-card ring-2 ring-primary">
      <ReviewCard review={linked.data.review} onReport={onReport} />
    </div>
  );
}

interface ReviewCardProps extends Pick<ReviewsProps, "onReport"> {
  readonly review: Review;
}

function ReviewCard({ review, onReport }: ReviewCardProps) {
  const { id, readerName, readerUsername, stars, text, content, hasSpoiler, isMine, isSample } = review;
  const { createdAt, editedAt } = review;
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
            <Link to={`?review=${id}`} replace className="text-muted text-small no-underline hover:underline">
              <time dateTime={createdAt.toISOString()}>
                {Date.now() - createdAt.getTime() < recentMs
                  ? formatRelativeTime(createdAt)
                  : formatCalendarDay(createdAt)}
              </time>
            </Link>
            {isSample && <span className="text-muted text-small">{t("reviews.sample")}</span>}
            {editedAt && <span className="text-muted text-small">{t("reviews.edited")}</span>}
          </p>
        </div>
      </div>
      {text && isShown && (
        <QuotingText content={content}>
          <ReviewText text={text} />
        </QuotingText>
      )}
      {!isShown && (
        <Button tone="secondary" size="small" onClick={() => setShown(true)}>
          {t("reviews.showSpoiler")}
        </Button>
      )}
      <ReviewActions review={review} onReport={onReport} />
    </Card>
  );
}

function ReviewActions({ review, onReport }: ReviewCardProps) {
  const { id, isMine, isHelpful, helpfulCount } = review;
  const markMutation = useContractMutation(booksContract.markHelpful);
  const mark = () => markMutation.mutate({ params: { reviewId: id }, body: { isHelpful: !isHelpful } });
  const label = helpfulCount > 0 ? t("reviews.helpfulCount", { n: helpfulCount }) : t("reviews.helpful");
  if (!onReport || isMine) {
    return helpfulCount > 0 ? <p className="mt-2 text-muted text-small">{label}</p> : null;
  }
  return (
    <div className="-ms-3 mt-2 flex flex-wrap gap-1 print:hidden">
      <Button
        tone="quiet"
        size="small"
        className={isHelpful ? "" : "text-muted!"}
        aria-pressed={isHelpful}
        isPending={markMutation.isPending}
        icon={<ThumbsUp aria-hidden />}
        onClick={mark}
      >
        {label}
      </Button>
      <Button tone="quiet" size="small" className="text-muted!" onClick={() => onReport(review)}>
        {t("reviews.reportReview")}
      </Button>
    </div>
  );
}

/** A plain text in which `||…||` hides spoilers. */
function ReviewText({ text }: { readonly text: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-line text-start">
      {text.split(/\|\|(.+?)\|\|/s).map((part, index) => {
        const key = `${index} ${part}`;
        return index % 2 === 1 ? <Spoiler key={key}>{part}</Spoiler> : <span key={key}>{part}</span>;
      })}
    </p>
  );
}
