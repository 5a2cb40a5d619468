import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";

interface RemovePostProps {
  readonly onRemove: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks a moderator for the reason, which the author sees. */
export function RemovePost({ onRemove, onClose }: RemovePostProps) {
  const form = useForm({ values: { reason: "" }, onSubmit: ({ reason }) => onRemove(reason.trim()) });
  return (
    <FormDialog
      form={form}
      title={t("community.removePost")}
      description={t("community.removeHint")}
      submit={t("community.removePost")}
      onClose={onClose}
    >
      <TextField {...form.field("reason")} label={t("community.removeReason")} maxLength={300} />
    </FormDialog>
  );
}
