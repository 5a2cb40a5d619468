import { Copy } from "lucide-react";
import { staffUsersContract } from "#shared/staff/users.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { OwnPassword, type UserDialogProps } from "./user-dialogs.tsx";

/** Makes a link to set a new password, on sites that send no email. */
export function ResetLinkDialog({ user, onClose }: UserDialogProps) {
  const form = useContractForm(staffUsersContract.createResetLink, {
    values: { password: "" },
    toInput: (body) => ({ params: { userId: user.id }, body }),
  });
  if (form.reply) return <LinkDialog link={form.reply.link} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t("staff.resetLinkTitle", { name: user.name })}
      description={t("staff.resetLinkHint")}
      submit={t("staff.createResetLink")}
      onClose={onClose}
    >
      <OwnPassword {...form.field("password")} />
    </FormDialog>
  );
}

function LinkDialog({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  return (
    <Dialog
      title={t("staff.resetLinkMade")}
      description={t("staff.resetLinkMadeHint")}
      isOpen
      onClose={onClose}
    >
      <code dir="ltr" className="select-all break-all rounded-control border border-line p-3 text-small">
        {link}
      </code>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t("common.close")}
        </Button>
        <Button icon={<Copy aria-hidden />} onClick={() => void copyText(link)}>
          {t("staff.copyLink")}
        </Button>
      </div>
    </Dialog>
  );
}
