import { type FormEvent, useState } from "react";
import { adminContract } from "#shared/admin/contract.ts";
import { authorsContract, type ReceivedApplication } from "#shared/authors/contract.ts";
import { problemText } from "#client/lib/api/error-message.ts";
import { useCall } from "#client/lib/api/query.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormFoot } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const refreshes = [authorsContract.listApplications, adminContract.getDesk];
const leastLetters = 10;

interface DeclineDialogProps {
  readonly application: ReceivedApplication;
  readonly onClose: () => void;
}

/** Declines an application; the applicant reads why. */
export function DeclineDialog({ application, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState("");
  const [isShort, setIsShort] = useState(false);
  const declining = useCall(authorsContract.declineApplication, { refreshes, saysItself: true });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsShort(reason.trim().length < leastLetters);
    if (reason.trim().length < leastLetters) return;
    declining.mutate(
      { params: { applicationId: application.id }, body: { reason } },
      {
        onSuccess: () => {
          toast({ title: say("admin.declined") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={say("admin.declineTitle", { name: application.name })} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextArea
          label={say("admin.reason")}
          hint={say("admin.reasonHint")}
          error={isShort ? say("common.tooShort", { n: leastLetters }) : undefined}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormFoot
          fault={declining.error ? problemText(declining.error) : null}
          submit={say("admin.decline")}
          isPending={declining.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
