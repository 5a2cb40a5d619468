import { useState } from "react";
import {
  type Webhook,
  type WebhookEvent,
  webhookEvents,
  webhooksContract,
} from "#shared/webhooks/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";

interface CreateWebhookDialogProps {
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
}

export function CreateWebhookDialog({ onCreated, onClose }: CreateWebhookDialogProps) {
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const form = useContractForm(webhooksContract.createWebhook, {
    values: { url: "", description: "" },
    toInput: (values) => ({ body: { ...values, events: [...events] } }),
    errorField: "url",
    onSuccess: ({ secret }) => onCreated(secret),
  });
  return (
    <FormDialog
      form={form}
      title={t("siteAdmin.webhook.add")}
      submit={t("siteAdmin.webhook.add")}
      isDisabled={form.values.url.trim() === "" || events.length === 0}
      onClose={onClose}
    >
      <TextField
        {...form.field("url")}
        type="url"
        dir="ltr"
        label={t("siteAdmin.webhook.url")}
        hint={t("siteAdmin.webhook.urlHint")}
      />
      <TextField {...form.field("description")} label={t("siteAdmin.webhook.description")} maxLength={200} />
      <EventFields events={events} onChange={setEvents} />
    </FormDialog>
  );
}

interface EditWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function EditWebhookDialog({ webhook, onClose }: EditWebhookDialogProps) {
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook.events);
  const form = useContractForm(webhooksContract.updateWebhook, {
    values: { url: webhook.url, description: webhook.description },
    toInput: (values) => ({
      params: { webhookId: webhook.id },
      body: { ...values, events: [...events] },
    }),
    errorField: "url",
    onSuccess: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t("siteAdmin.webhook.edit")}
      submit={t("common.save")}
      isDisabled={form.values.url.trim() === "" || events.length === 0}
      onClose={onClose}
    >
      <TextField
        {...form.field("url")}
        type="url"
        dir="ltr"
        label={t("siteAdmin.webhook.url")}
        hint={t("siteAdmin.webhook.urlHint")}
      />
      <TextField {...form.field("description")} label={t("siteAdmin.webhook.description")} maxLength={200} />
      <EventFields events={events} onChange={setEvents} />
    </FormDialog>
  );
}

interface EventFieldsProps {
  readonly events: readonly WebhookEvent[];
  readonly onChange: (events: readonly WebhookEvent[]) => void;
}

function EventFields({ events, onChange }: EventFieldsProps) {
  return (
    <fieldset>
      <legend className="font-medium">{t("siteAdmin.webhook.events")}</legend>
      {webhookEvents.map((event) => (
        <Checkbox
          key={event}
          label={t(`siteAdmin.webhook.event.${event}`)}
          checked={events.includes(event)}
          onChange={({ target }) =>
            onChange(
              webhookEvents.filter((each) => (each === event ? target.checked : events.includes(each))),
            )
          }
        />
      ))}
    </fieldset>
  );
}
