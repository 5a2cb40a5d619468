import type { ConversationId, Message } from "#shared/messages/message.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { DeliveryMark } from "./message-bubble.tsx";
import type { MessageOutbox } from "./message-outbox.ts";

interface UnsentMessagesProps {
  readonly outbox: MessageOutbox;
  readonly conversationId: ConversationId;
  readonly messages: readonly Message[];
}

/** Messages that wait for a connection, and those that the server rejected. */
export function UnsentMessages({ outbox, conversationId, messages }: UnsentMessagesProps) {
  const isKnown = (clientId: string) => messages.some((message) => message.clientId === clientId);
  const waiting = outbox.listWaiting(conversationId).filter(({ clientId }) => !isKnown(clientId));
  const failures = outbox.listFailed(conversationId);
  if (waiting.length + failures.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-2">
      {waiting.map(({ clientId, text }) => (
        <li key={clientId} className="flex justify-end">
          <div className="max-w-[min(34rem,85%)] rounded-card bg-primary/12 px-3.5 py-2.5">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
            <p className="mt-1 flex justify-end text-muted">
              <DeliveryMark delivery="waiting" />
            </p>
          </div>
        </li>
      ))}
      {failures.map((failed) => (
        <li key={failed.clientId} className="flex justify-end">
          <div
            role="alert"
            className="max-w-[min(34rem,85%)] rounded-card border border-destructive px-3.5 py-2.5"
          >
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {failed.text || t("messages.attachment-picture")}
            </p>
            <p className="mt-1 text-destructive text-small">
              {t("messages.notSent", { reason: getErrorMessage(failed.error) })}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button tone="quiet" size="small" onClick={() => outbox.retry(failed)}>
                {t("common.tryAgain")}
              </Button>
              <Button tone="quiet" size="small" onClick={() => outbox.discard(failed.clientId)}>
                {t("messages.discard")}
              </Button>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
