import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type Webhook, webhooksContract } from "#shared/webhooks/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { DeleteWebhookDialog, RotateSecretDialog, SecretDialog } from "./webhook-dialogs.tsx";
import { CreateWebhookDialog, EditWebhookDialog } from "./webhook-form.tsx";

type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "rotate" | "delete"; readonly webhook: Webhook }
  | { readonly kind: "secret"; readonly secret: string };

/** Outgoing webhooks with their deliveries, for admins. */
export function WebhookManager() {
  const webhooks = useQuery(query(webhooksContract.listWebhooks, {}));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const add = (
    <Button icon={<Plus aria-hidden />} onClick={() => setDialog({ kind: "create" })}>
      {t("siteAdmin.webhook.add")}
    </Button>
  );
  return (
    <>
      <QueryState
        query={webhooks}
        loading={<Skeleton className="h-40 rounded-card" />}
        errorTitle={t("siteAdmin.webhook.loadFailed")}
      >
        {({ webhooks: listed }) =>
          listed.length === 0 ? (
            <EmptyState
              title={t("siteAdmin.webhook.none")}
              hint={t("siteAdmin.webhook.noneHint")}
              action={add}
            />
          ) : (
            <div className="flex flex-col items-start gap-4">
              {add}
              <ul className="flex w-full flex-col gap-4">
                {listed.map((webhook) => (
                  <li key={webhook.id}>
                    <WebhookCard webhook={webhook} onOpen={(kind) => setDialog({ kind, webhook })} />
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </QueryState>
      {dialog && <WebhookDialog dialog={dialog} onChange={setDialog} />}
    </>
  );
}

interface WebhookDialogProps {
  readonly dialog: OpenDialog;
  readonly onChange: (dialog: OpenDialog | null) => void;
}

function WebhookDialog({ dialog, onChange }: WebhookDialogProps) {
  const onClose = () => onChange(null);
  const showSecret = (secret: string) => onChange({ kind: "secret", secret });
  switch (dialog.kind) {
    case "create":
      return <CreateWebhookDialog onCreated={showSecret} onClose={onClose} />;
    case "edit":
      return <EditWebhookDialog webhook={dialog.webhook} onClose={onClose} />;
    case "rotate":
      return <RotateSecretDialog webhook={dialog.webhook} onRotated={showSecret} onClose={onClose} />;
    case "delete":
      return <DeleteWebhookDialog webhook={dialog.webhook} onClose={onClose} />;
    case "secret":
      return <SecretDialog secret={dialog.secret} onClose={onClose} />;
  }
}
