import { type FormEvent, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { correctionsContract } from "#shared/corrections/contract.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
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
  const [message, setMessage] = useState("");
  const [isTooShort, setTooShort] = useState(false);
  const report = useContractMutation(correctionsContract.reportMistake, { handlesErrors: true });
  const quote = passage.quote.slice(0, maxQuote);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim().length < minMessageLength) {
      setTooShort(true);
      return;
    }
    report.mutate(
      { params: { bookId }, body: { sentence: passage.sentence, quote, message } },
      {
        onSuccess: () => {
          toast({ title: t("corrections.sent") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t("corrections.report")}
      description={t("corrections.reportHint")}
      isOpen
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {quote && (
          <blockquote dir="auto" className="max-h-40 overflow-y-auto border-accent border-s-2 ps-3">
            {quote}
          </blockquote>
        )}
        <TextArea
          label={t("corrections.message")}
          hint={t("corrections.messageHint")}
          error={isTooShort ? t("corrections.messageRequired") : undefined}
          maxLength={1000}
          rows={4}
          value={message}
          onChange={({ target }) => {
            setMessage(target.value);
            setTooShort(false);
          }}
        />
        <FormFooter
          error={report.error ? getErrorMessage(report.error) : null}
          submit={t("corrections.send")}
          isPending={report.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
