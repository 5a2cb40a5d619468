import { useState } from "react";
import { authorsContract, type ReceivedApplication } from "#shared/authors/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

export function ApplicationCard({ application }: { readonly application: ReceivedApplication }) {
  const [openDialog, setOpenDialog] = useState<"approve" | "decline" | null>(null);
  const approveMutation = useContractMutation(authorsContract.approveApplication);
  const { id, name, about, links, sample, applicant, appliedAt } = application;
  const close = () => setOpenDialog(null);
  const approve = () =>
    approveMutation.mutate(
      { params: { applicationId: id } },
      { onSuccess: () => toast({ title: t("admin.approved") }), onSettled: close },
    );
  return (
    <Card>
      <h3 dir="auto" className="font-semibold text-lead">
        {name}
      </h3>
      <p className="text-muted text-small">
        <bdi>{applicant.name}</bdi> · <bdi dir="ltr">@{applicant.username}</bdi> ·{" "}
        <bdi>{applicant.email}</bdi>
        {!applicant.emailVerified && ` (${t("admin.unconfirmed")})`} · {formatCalendarDay(appliedAt)}
      </p>
      <p dir="auto" className="mt-3 whitespace-pre-line">
        {about}
      </p>
      <ul className="mt-2">
        {links.map((link) => (
          <li key={link}>
            <a
              href={link}
              dir="ltr"
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="inline-flex min-h-11 items-center break-all text-primary underline underline-offset-4"
            >
              {link}
            </a>
          </li>
        ))}
      </ul>
      <details className="mt-2">
        <summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary">
          {t("admin.readSample")}
        </summary>
        <p dir="auto" className="max-w-measure whitespace-pre-line border-line border-s-2 ps-4">
          {sample}
        </p>
      </details>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setOpenDialog("approve")}>{t("admin.approve")}</Button>
        <Button tone="secondary" onClick={() => setOpenDialog("decline")}>
          {t("admin.decline")}
        </Button>
      </div>
      <ConfirmDialog
        title={t("admin.approveTitle", { name })}
        description={t("admin.approveHint")}
        confirmLabel={t("admin.approve")}
        isOpen={openDialog === "approve"}
        isPending={approveMutation.isPending}
        onConfirm={approve}
        onClose={close}
      />
      {openDialog === "decline" && <DeclineDialog application={application} onClose={close} />}
    </Card>
  );
}

interface DeclineDialogProps {
  readonly application: ReceivedApplication;
  readonly onClose: () => void;
}

/** Declines an application with a reason that the applicant reads. */
function DeclineDialog({ application, onClose }: DeclineDialogProps) {
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
