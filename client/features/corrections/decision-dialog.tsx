import { type FormEvent, useState } from "react";
import { correctionsContract } from "#shared/corrections/contract.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface DecisionDialogProps {
  readonly ids: readonly string[];
  readonly decision: "accepted" | "declined";
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const options = {
  invalidates: [correctionsContract.listCorrections, publishingContract.listRevisions],
  handlesErrors: true,
};

/** Accepts or declines reports, with an answer to their readers. */
export function DecisionDialog({ ids, decision, onDone, onClose }: DecisionDialogProps) {
  const [answer, setAnswer] = useState("");
  const decide = useContractMutation(correctionsContract.decideCorrections, options);
  const title = t(decision === "accepted" ? "corrections.acceptTitle" : "corrections.declineTitle", {
    n: ids.length,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    decide.mutate(
      { body: { ids: [...ids], decision, ...(answer.trim() && { answer }) } },
      {
        onSuccess: () => {
          toast({ title: t("corrections.decided", { n: ids.length }) });
          onDone();
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={title} description={t(`corrections.about-${decision}`)} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextArea
          label={t("corrections.answer")}
          hint={t("corrections.answerHint")}
          maxLength={1000}
          rows={4}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
        <FormFooter
          error={decide.error ? getErrorMessage(decide.error) : null}
          submit={t(decision === "accepted" ? "corrections.accept" : "corrections.decline")}
          isPending={decide.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
