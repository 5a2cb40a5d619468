import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";

interface RenameDeviceProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onRename: (name: string) => Promise<void>;
}

export function RenameDevice({ name, onClose, onRename }: RenameDeviceProps) {
  const form = useForm({ values: { name }, onSubmit: (values) => onRename(values.name.trim()) });
  return (
    <FormDialog
      form={form}
      title={t("push.rename")}
      submit={t("push.save")}
      isDisabled={form.values.name.trim() === ""}
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={t("push.name")} maxLength={60} />
    </FormDialog>
  );
}
