import type { BookId } from "#shared/books/book.ts";
import { correctionsContract } from "#shared/corrections/contract.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

export interface Passage {
  readonly sentence: SentenceId;
  /** The selected text; empty for the whole sentence. */
  readonly quote: string;
}

interface ReportDialogProps {
  readonly bookId: BookId;
  readonly passage: Passage;
  readonly onClose: () => void;
}

const maxQuote = 500;
const minMessageLength = 3;

/** Reports a mistake in a passage to the author or the staff. */
export function ReportDialog({ bookId, passage, onClose }: ReportDialogProps) {
  const quote = passage.quote.slice(0, maxQuote);
  const form = useContractForm(correctionsContract.reportMistake, {
    values: { message: "" },
    validate: ({ message }) =>
      message.trim().length < minMessageLength ? { message: t("corrections.messageRequired") } : {},
    toInput: ({ message }) => ({
      params: { bookId },
      body: { sentence: passage.sentence, quote, message },
    }),
    onSuccess: () => {
      toast({ title: t("corrections.sent") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("corrections.report")}
      description={t("corrections.reportHint")}
      submit={t("corrections.send")}
      onClose={onClose}
    >
      {quote && (
        <blockquote dir="auto" className="max-h-40 overflow-y-auto border-accent border-s-2 ps-3">
          {quote}
        </blockquote>
      )}
      <TextArea
        {...form.field("message")}
        label={t("corrections.message")}
        hint={t("corrections.messageHint")}
      />
    </FormDialog>
  );
}
