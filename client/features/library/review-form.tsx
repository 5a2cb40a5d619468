import { Suspense } from "react";
import type { BookId } from "#shared/books/book.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { MyReview } from "#shared/library/entry.ts";
import { isWaiting } from "#client/lib/api/waiting-change.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { QuotationTools } from "#client/ui/forms/lazy-quotation-tools.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { toRatingChange } from "./use-my-entry.ts";

interface ReviewFormProps {
  readonly bookId: BookId;
  readonly review: MyReview;
  readonly onSaved: (review: MyReview) => void;
  readonly onClose: () => void;
}

export function ReviewForm({ bookId, review, onSaved, onClose }: ReviewFormProps) {
  const { stars, text, hasSpoiler } = review;
  const form = useContractForm(libraryContract.saveRating, {
    values: { text, hasSpoiler },
    toInput: (values) => ({ params: { bookId }, body: { stars, ...values } }),
    warnsUnsaved: true,
    waitsAs: toRatingChange,
    onSuccess: (reply, saved) => {
      onSaved({ stars, text: saved.text.trim(), hasSpoiler: saved.hasSpoiler, hiddenReason: null });
      onClose();
      toast({ title: t(isWaiting(reply) ? "library.reviewWaits" : "library.reviewSaved") });
    },
  });
  return (
    <form {...form.props} className="flex max-w-measure flex-col gap-3">
      <TextArea
        {...form.field("text")}
        // The form replaces the button that was pressed.
        autoFocus
        label={t("library.reviewText")}
        hint={t("library.reviewHint")}
        rows={6}
      />
      <Suspense>
        <QuotationTools value={form.values.text} onChange={(changed) => form.set({ text: changed })} />
      </Suspense>
      <Checkbox {...form.toggle("hasSpoiler")} label={t("library.spoiler")} />
      <FormError error={form.error} cause={form.cause} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isPending={form.isPending}>
          {t("common.save")}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
  );
}
