import { authorsContract, type ReceivedApplication } from "#shared/authors/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface DeclineDialogProps {
  readonly application: ReceivedApplication;
  readonly onClose: () => void;
}

/** Declines an application with a reason that the applicant reads. */
export function DeclineDialog({ application, onClose }: DeclineDialogProps) {
  const form = useContractForm(authorsContract.declineApplication, {
    values: { reason: "" },
    toInput: (body) => ({ params: { applicationId: application.id }, body }),
    onSuccess: () => {
      toast({ title: t("admin.declined") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("admin.declineTitle", { name: application.name })}
      submit={t("admin.decline")}
      onClose={onClose}
    >
      <TextArea {...form.field("reason")} label={t("admin.reason")} hint={t("admin.reasonHint")} />
    </FormDialog>
  );
}
