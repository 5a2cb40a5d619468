import { NotebookHeading } from "#shared/notebook/notebook.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";

interface HeadingDialogProps {
  readonly heading: NotebookHeading;
  readonly onSave: (heading: NotebookHeading) => void;
  readonly onClose: () => void;
}

/** Adds or changes a heading of a notebook. */
export function HeadingDialog({ heading, onSave, onClose }: HeadingDialogProps) {
  const form = useForm({
    values: { heading: heading.heading },
    onSubmit: (values) => {
      const { data } = NotebookHeading.safeParse({ ...heading, ...values });
      if (data) onSave(data);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(heading.heading ? "notebook.editHeading" : "notebook.addHeading")}
      submit={t("common.save")}
      onClose={onClose}
    >
      <TextField {...form.field("heading")} label={t("notebook.heading")} maxLength={200} required />
    </FormDialog>
  );
}
