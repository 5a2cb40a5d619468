import { RotateCw } from "lucide-react";
import { useEffect } from "react";
import { type WebhookDelivery, type WebhookId, webhooksContract } from "#shared/webhooks/contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { formatDateTime } from "./format-date-time.ts";

const pollIntervalMs = 4_000;

interface WebhookDeliveriesProps {
  readonly webhookId: WebhookId;
  readonly host: string;
}

/** The delivery log of a webhook; refetched while a first attempt is expected. */
export function WebhookDeliveries({ webhookId, host }: WebhookDeliveriesProps) {
  const deliveries = usePagedQuery(webhooksContract.listWebhookDeliveries, {
    params: { webhookId },
    query: {},
  });
  const { rows, refetch } = deliveries;
  const isExpecting =
    rows?.some(({ state, nextAttemptAt }) => state === "pending" && !nextAttemptAt) ?? false;
  useEffect(() => {
    if (!isExpecting) return;
    const timer = setInterval(() => void refetch(), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isExpecting, refetch]);
  return (
    <section aria-label={t("siteAdmin.webhook.deliveriesOf", { host })} className="flex flex-col gap-2">
      <Button
        tone="quiet"
        size="small"
        className="self-start"
        icon={<RotateCw aria-hidden />}
        onClick={() => void refetch()}
      >
        {t("siteAdmin.webhook.refresh")}
      </Button>
      <PagedList
        query={deliveries}
        isManual
        errorTitle={t("siteAdmin.webhook.loadFailed")}
        empty={<p className="text-muted text-small">{t("siteAdmin.webhook.noDeliveries")}</p>}
      >
        {(delivery) => <DeliveryRow webhookId={webhookId} delivery={delivery} />}
      </PagedList>
    </section>
  );
}

interface DeliveryRowProps {
  readonly webhookId: WebhookId;
  readonly delivery: WebhookDelivery;
}

function DeliveryRow({ webhookId, delivery }: DeliveryRowProps) {
  const { id, type, state, attempts, status, failure, createdAt, nextAttemptAt } = delivery;
  const redeliver = useContractMutation(webhooksContract.redeliverWebhook);
  const facts = [
    formatDateTime(createdAt),
    t(`siteAdmin.webhook.state-${state}`),
    ...(attempts > 0 ? [t("siteAdmin.webhook.attempts", { n: attempts })] : []),
    ...(status === null ? [] : [t("siteAdmin.webhook.status", { status })]),
  ];
  return (
    <details className="px-4 py-2">
      <summary className="min-h-11 cursor-pointer">
        <span className="font-medium">{t(`siteAdmin.webhook.event.${type}`)}</span>
        <span className="block text-muted text-small">{facts.join(" · ")}</span>
      </summary>
      <div className="flex flex-col items-start gap-2 pb-2 text-small">
        {failure && <p className="text-destructive">{t(`siteAdmin.webhook.failure-${failure}`)}</p>}
        {nextAttemptAt && (
          <p>{t("siteAdmin.webhook.nextAttempt", { when: formatDateTime(nextAttemptAt) })}</p>
        )}
        <Excerpt label={t("siteAdmin.webhook.message")} text={delivery.payload} />
        {delivery.replyExcerpt && (
          <Excerpt label={t("siteAdmin.webhook.reply")} text={delivery.replyExcerpt} />
        )}
        {state !== "pending" && (
          <Button
            tone="secondary"
            size="small"
            isPending={redeliver.isPending}
            onClick={() =>
              redeliver.mutate(
                { params: { webhookId, deliveryId: id } },
                { onSuccess: () => toast({ title: t("siteAdmin.webhook.redelivered") }) },
              )
            }
          >
            {t("siteAdmin.webhook.redeliver")}
          </Button>
        )}
      </div>
    </details>
  );
}

function Excerpt({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="w-full">
      <p className="text-muted">{label}</p>
      <pre
        dir="ltr"
        className="overflow-x-auto whitespace-pre-wrap break-all rounded-control border border-line p-3 text-start"
      >
        {text}
      </pre>
    </div>
  );
}
