import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface AppealFormProps {
  readonly onSend: (text: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A text to staff about a decision. */
export function AppealForm({ onSend, onClose }: AppealFormProps) {
  const form = useForm({
    values: { text: "" },
    onSubmit: async ({ text }) => {
      await onSend(text);
      toast({ title: t("decisions.appealSent"), description: t("decisions.appealSentHint") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("decisions.appeal")}
      description={t("decisions.appealHint")}
      submit={t("decisions.send")}
      onClose={onClose}
    >
      <TextArea {...form.field("text")} label={t("decisions.appealText")} rows={5} maxLength={2000} />
    </FormDialog>
  );
}
