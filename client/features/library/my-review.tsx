import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { MyReview as Review } from "#shared/library/entry.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { StarPicker } from "#client/ui/forms/star-picker.tsx";
import { useMyReview } from "./use-my-review.ts";

const maxLength = 5000;

interface MyReviewProps {
  readonly bookId: BookId;
  readonly title: string;
  readonly review: Review | null;
}

export function MyReview({ bookId, title, review }: MyReviewProps) {
  const { rate, remove, save, isSaving } = useMyReview(bookId);
  const [isWriting, setWriting] = useState(false);
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
            <p dir="auto" className="max-w-measure whitespace-pre-line">
              {review.text}
            </p>
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
        <ReviewForm
          review={review}
          isSaving={isSaving}
          onSave={(edited) =>
            save({ ...edited, stars: review.stars, hiddenReason: null }, () => setWriting(false))
          }
          onCancel={() => setWriting(false)}
        />
      )}
    </div>
  );
}

interface ReviewFormProps {
  readonly review: Review;
  readonly isSaving: boolean;
  readonly onSave: (review: Pick<Review, "text" | "hasSpoiler">) => void;
  readonly onCancel: () => void;
}

function ReviewForm({ review, isSaving, onSave, onCancel }: ReviewFormProps) {
  const [text, setText] = useState(review.text);
  const [hasSpoiler, setSpoiler] = useState(review.hasSpoiler);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ text: text.trim(), hasSpoiler });
  };
  return (
    <form onSubmit={submit} className="flex max-w-measure flex-col gap-3">
      <TextArea
        label={t("library.reviewText")}
        hint={t("library.reviewHint")}
        rows={6}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Checkbox
        label={t("library.spoiler")}
        checked={hasSpoiler}
        onChange={(event) => setSpoiler(event.target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isPending={isSaving}>
          {t("common.save")}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
  );
}
