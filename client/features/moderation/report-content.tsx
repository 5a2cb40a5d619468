import { moderationContract, ReportReason, type ReportSubject } from "#shared/moderation/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";
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
  const form = useContractForm(moderationContract.report, {
    values: { reason: "spam" as ReportReason, note: "" },
    toInput: (values) => ({ body: { subjectType: subject.type, subjectId: subject.id, ...values } }),
    onSuccess: () => {
      toast({ title: t("moderation.sent"), description: t("moderation.sentHint") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("moderation.report")}
      description={t(`moderation.hint-${subject.type}`)}
      submit={t("moderation.send")}
      onClose={onClose}
    >
      <Select
        {...form.field("reason")}
        label={t("moderation.reason")}
        options={ReportReason.options.map((value) => ({ value, label: t(`moderation.reason-${value}`) }))}
      />
      <TextArea {...form.field("note")} label={t("moderation.note")} />
    </FormDialog>
  );
}
