import { EllipsisVertical } from "lucide-react";
import { useState } from "react";
import { type Webhook, webhooksContract } from "#shared/webhooks/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { formatDateTime } from "./format-date-time.ts";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly onOpen: (dialog: "edit" | "rotate" | "delete") => void;
}

export function WebhookCard({ webhook, onOpen }: WebhookCardProps) {
  const { id, url, description, events, isActive } = webhook;
  const params = { webhookId: id };
  const { host } = new URL(url);
  const update = useContractMutation(webhooksContract.updateWebhook);
  const test = useContractMutation(webhooksContract.testWebhook);
  const [isOpen, setOpen] = useState(false);
  const sendTest = () =>
    test.mutate(
      { params },
      {
        onSuccess: () => {
          toast({ title: t("siteAdmin.webhook.testSent") });
          setOpen(true);
        },
      },
    );
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 dir="ltr" className="break-all text-start font-medium">
            {url}
          </h2>
          {description && (
            <p dir="auto" className="break-words">
              {description}
            </p>
          )}
          <p className="text-muted text-small">
            {events.map((event) => t(`siteAdmin.webhook.event.${event}`)).join(" · ")}
          </p>
          <WebhookState webhook={webhook} />
        </div>
        <Menu
          label={t("siteAdmin.webhook.actions", { host })}
          groups={[
            [
              { label: t("siteAdmin.webhook.edit"), onSelect: () => onOpen("edit") },
              {
                label: t(isActive ? "siteAdmin.webhook.switchOff" : "siteAdmin.webhook.switchOn"),
                onSelect: () => update.mutate({ params, body: { isActive: !isActive } }),
              },
              { label: t("siteAdmin.webhook.rotate"), onSelect: () => onOpen("rotate") },
            ],
            [{ label: t("siteAdmin.webhook.delete"), isDestructive: true, onSelect: () => onOpen("delete") }],
          ]}
          trigger={(props) => (
            <IconButton
              {...props}
              label={t("siteAdmin.webhook.actions", { host })}
              icon={<EllipsisVertical aria-hidden />}
            />
          )}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" size="small" isPending={test.isPending} onClick={sendTest}>
          {t("siteAdmin.webhook.test")}
        </Button>
        <Button tone="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("siteAdmin.webhook.deliveries")}
        </Button>
      </div>
      {isOpen && <WebhookDeliveries webhookId={id} host={host} />}
    </Card>
  );
}

function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { isActive, disabledReason, lastSucceededAt, failingSince } = webhook;
  const parts = [
    t(isActive ? "siteAdmin.webhook.active" : "siteAdmin.webhook.off"),
    lastSucceededAt
      ? t("siteAdmin.webhook.lastSuccess", { when: formatDateTime(lastSucceededAt) })
      : t("siteAdmin.webhook.neverDelivered"),
  ];
  return (
    <>
      <p className="text-small">{parts.join(" · ")}</p>
      {disabledReason && (
        <p className="text-destructive text-small">{t(`siteAdmin.webhook.disabled-${disabledReason}`)}</p>
      )}
      {isActive && failingSince && (
        <p className="text-destructive text-small">
          {t("siteAdmin.webhook.failingSince", { when: formatDateTime(failingSince) })}
        </p>
      )}
    </>
  );
}
