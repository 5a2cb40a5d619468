import { type FormEvent, useState } from "react";
import { moderationContract, ReportReason, type ReportSubject } from "#shared/moderation/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

export interface ReportedSubject {
  readonly type: ReportSubject;
  readonly id: string;
}

interface ReportContentProps {
  readonly subject: ReportedSubject;
  readonly onClose: () => void;
}

/** Reports a post, a message, a review or a person to the moderators. */
export function ReportContent({ subject, onClose }: ReportContentProps) {
  const [reason, setReason] = useState<ReportReason>("spam");
  const [note, setNote] = useState("");
  const reportMutation = useContractMutation(moderationContract.report, { handlesErrors: true });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    reportMutation.mutate(
      { body: { subjectType: subject.type, subjectId: subject.id, reason, note } },
      {
        onSuccess: () => {
          toast({ title: t("moderation.sent"), description: t("moderation.sentHint") });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t("moderation.report")}
      description={t(`moderation.hint-${subject.type}`)}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Select
          label={t("moderation.reason")}
          options={ReportReason.options.map((value) => ({ value, label: t(`moderation.reason-${value}`) }))}
          value={reason}
          onChange={setReason}
        />
        <TextArea
          label={t("moderation.note")}
          maxLength={1000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <FormFooter
          error={reportMutation.error ? getErrorMessage(reportMutation.error) : null}
          submit={t("moderation.send")}
          isPending={reportMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
