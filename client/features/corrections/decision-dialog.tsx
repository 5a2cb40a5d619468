import { correctionsContract } from "#shared/corrections/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface DecisionDialogProps {
  readonly ids: readonly string[];
  readonly decision: "accepted" | "declined";
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Accepts or declines reports, with an answer to their readers. */
export function DecisionDialog({ ids, decision, onDone, onClose }: DecisionDialogProps) {
  const form = useContractForm(correctionsContract.decideCorrections, {
    values: { answer: "" },
    toInput: ({ answer }) => ({ body: { ids: [...ids], decision, ...(answer.trim() && { answer }) } }),
    onSuccess: () => {
      toast({ title: t("corrections.decided", { n: ids.length }) });
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(decision === "accepted" ? "corrections.acceptTitle" : "corrections.declineTitle", {
        n: ids.length,
      })}
      description={t(`corrections.about-${decision}`)}
      submit={t(decision === "accepted" ? "corrections.accept" : "corrections.decline")}
      onClose={onClose}
    >
      <TextArea
        {...form.field("answer")}
        label={t("corrections.answer")}
        hint={t("corrections.answerHint")}
      />
    </FormDialog>
  );
}
