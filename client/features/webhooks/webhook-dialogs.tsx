import { Copy } from "lucide-react";
import { type Webhook, webhooksContract } from "#shared/webhooks/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface WebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog
      title={t("siteAdmin.webhook.secretTitle")}
      description={t("siteAdmin.webhook.secretOnce")}
      isOpen
      onClose={onClose}
    >
      <code dir="ltr" className="select-all break-all rounded-control border border-line p-3">
        {secret}
      </code>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="secondary" icon={<Copy aria-hidden />} onClick={() => void copyText(secret)}>
          {t("siteAdmin.webhook.copy")}
        </Button>
        <Button onClick={onClose}>{t("siteAdmin.webhook.secretSaved")}</Button>
      </div>
    </Dialog>
  );
}

export function RotateSecretDialog({
  webhook,
  onRotated,
  onClose,
}: WebhookDialogProps & { readonly onRotated: (secret: string) => void }) {
  const form = useContractForm(webhooksContract.rotateWebhookSecret, {
    values: {},
    toInput: () => ({ params: { webhookId: webhook.id } }),
    onSuccess: ({ secret }) => onRotated(secret),
  });
  return (
    <FormDialog
      form={form}
      title={t("siteAdmin.webhook.rotate")}
      description={t("siteAdmin.webhook.rotateHint")}
      submit={t("siteAdmin.webhook.rotate")}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}

export function DeleteWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const form = useContractForm(webhooksContract.deleteWebhook, {
    values: {},
    toInput: () => ({ params: { webhookId: webhook.id } }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t("siteAdmin.webhook.deleteTitle", { host: new URL(webhook.url).host })}
      description={t("siteAdmin.webhook.deleteHint")}
      submit={t("siteAdmin.webhook.delete")}
      tone="destructive"
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
