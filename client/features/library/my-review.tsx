import { Pencil, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { MyReview as Review } from "#shared/library/entry.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { StarPicker } from "#client/ui/forms/star-picker.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { QuotingText } from "#client/ui/quoting-text.tsx";
import { useMyReview } from "./use-my-review.ts";

const ReviewForm = lazyOverlay(async () => {
  const [module] = await Promise.all([import("./review-form.tsx"), loadMessages("richText")]);
  return module.ReviewForm;
});

interface MyReviewProps {
  readonly bookId: BookId;
  readonly title: string;
  readonly review: Review | null;
}

export function MyReview({ bookId, title, review }: MyReviewProps) {
  const { rate, remove, updateCache } = useMyReview(bookId);
  /** Null until the form was opened. */
  const [isWriting, setWriting] = useState<boolean | null>(null);
  return (
    <div className="mb-6 flex flex-col gap-2 rounded-card border border-line bg-surface p-4 sm:p-5 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="font-medium">{t("library.yourReview")}</p>
        <StarPicker
          label={t("library.rate", { title })}
          value={review?.stars ?? null}
          onChange={(stars) => rate(review, stars)}
        />
      </div>
      {!review && <p className="text-muted text-small">{t("library.rateHint")}</p>}
      {review && !isWriting && (
        <>
          {review.text && (
            <div className="max-w-measure">
              <QuotingText content={review.content}>
                <p dir="auto" className="whitespace-pre-line">
                  {review.text}
                </p>
              </QuotingText>
            </div>
          )}
          {review.hiddenReason !== null && (
            <p className="text-destructive text-small">
              {t("library.reviewHidden", { reason: review.hiddenReason })}
            </p>
          )}
          {review.text && review.hasSpoiler && (
            <p className="text-muted text-small">{t("library.hasSpoiler")}</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              tone="secondary"
              size="small"
              icon={<Pencil aria-hidden />}
              // The form had the focus.
              autoFocus={isWriting === false}
              onClick={() => setWriting(true)}
            >
              {t(review.text ? "library.editReview" : "library.writeReview")}
            </Button>
            <Button tone="quiet" size="small" icon={<Trash2 aria-hidden />} onClick={() => remove(review)}>
              {t(review.text ? "library.deleteReview" : "library.deleteRating")}
            </Button>
          </div>
        </>
      )}
      {review && isWriting && (
        <Suspense>
          <ReviewForm
            bookId={bookId}
            review={review}
            onSaved={updateCache}
            onClose={() => setWriting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
