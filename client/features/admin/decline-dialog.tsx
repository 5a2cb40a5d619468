import { type FormEvent, useState } from "react";
import { adminContract } from "#shared/admin/contract.ts";
import { authorsContract, type ReceivedApplication } from "#shared/authors/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const invalidates = [authorsContract.listApplications, adminContract.getDashboard];
const minReasonLength = 10;

interface DeclineDialogProps {
  readonly application: ReceivedApplication;
  readonly onClose: () => void;
}

/** Declines an application with a reason that the applicant reads. */
export function DeclineDialog({ application, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState("");
  const [isShort, setIsShort] = useState(false);
  const declineMutation = useContractMutation(authorsContract.declineApplication, {
    invalidates,
    handlesErrors: true,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsShort(reason.trim().length < minReasonLength);
    if (reason.trim().length < minReasonLength) return;
    declineMutation.mutate(
      { params: { applicationId: application.id }, body: { reason } },
      {
        onSuccess: () => {
          toast({ title: t("admin.declined") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t("admin.declineTitle", { name: application.name })} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextArea
          label={t("admin.reason")}
          hint={t("admin.reasonHint")}
          error={isShort ? t("common.tooShort", { n: minReasonLength }) : undefined}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormFooter
          error={declineMutation.error ? getErrorMessage(declineMutation.error) : null}
          submit={t("admin.decline")}
          isPending={declineMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
