import type { WebhookDisabledReason, WebhookFailure } from "#shared/webhooks/contract.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { notifyAll } from "#server/features/notifications/service.ts";
import { decrypt } from "#server/http/security/encryption.ts";
import { postWebhook, type WebhookReply } from "#server/http/security/webhook-client.ts";
import type { Services } from "#server/services.ts";
import { sendWebhookJob } from "./outbox.ts";
import {
  type DeliveryRow,
  disableRow,
  findPendingDelivery,
  listAdminIds,
  markFailing,
  markSucceeded,
  updateDelivery,
  type WebhookRow,
} from "./queries.ts";
import { signMessage } from "./sign.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Between the attempts, about 28 hours together. */
const retryDelaysMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
] as const;
/** A webhook that accepts nothing for so long is switched off. */
const maxFailingMs = 5 * 24 * hourMs;
const goneStatus = 410;

/** Makes one attempt to send a message, and queues the next one if it fails. */
export async function deliverMessage(services: Services, id: string, isManual: boolean): Promise<void> {
  const { db, clock } = services;
  const found = await findPendingDelivery(db, id);
  if (!found) return;
  const { delivery, webhook } = found;
  if (!webhook.isActive && !isManual)
    return updateDelivery(db, id, { state: "failed", failure: "inactive", nextAttemptAt: null });

  const reply = await post(services, delivery, webhook);
  const failure = getFailure(reply);
  const attemptedAt = clock();
  const attempt = {
    attempts: delivery.attempts + 1,
    status: reply.kind === "replied" ? reply.status : null,
    replyExcerpt: reply.kind === "replied" ? reply.excerpt : "",
    failure,
    attemptedAt,
  };
  await db.transaction(async (tx) => {
    if (failure === null) {
      await updateDelivery(tx, id, { ...attempt, state: "delivered", nextAttemptAt: null });
      return markSucceeded(tx, webhook.id, attemptedAt);
    }
    const isGone = attempt.status === goneStatus;
    const delayMs = isManual || isGone ? undefined : retryDelaysMs[delivery.attempts];
    const nextAttemptAt = delayMs === undefined ? null : new Date(attemptedAt.getTime() + delayMs);
    await updateDelivery(tx, id, { ...attempt, state: nextAttemptAt ? "pending" : "failed", nextAttemptAt });
    if (isManual) return;
    const failingSince = await markFailing(tx, webhook.id, attemptedAt);
    if (nextAttemptAt) return services.jobs.add(sendWebhookJob, { id }, { runAt: nextAttemptAt, db: tx });
    const isFailing = failingSince !== null && attemptedAt.getTime() - failingSince.getTime() >= maxFailingMs;
    if (isGone) await disable(services, webhook, "gone", tx);
    else if (isFailing) await disable(services, webhook, "failing", tx);
  });
}

function post(
  { settings, clock }: Services,
  { id, payload }: DeliveryRow,
  { url, secret, previousSecret, previousSecretUntil }: WebhookRow,
): Promise<WebhookReply> {
  const sentAt = clock();
  const isPreviousValid =
    previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > sentAt;
  const secrets = [secret, ...(isPreviousValid ? [previousSecret] : [])]
    .map((stored) => decrypt(stored, settings.secret, "webhook"))
    .filter((each) => each !== null);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": `${settings.productName.replace(/[^\x21-\x7e]/g, "") || "Library"}-Webhooks/1`,
    ...signMessage({ id, payload, sentAt }, secrets),
  };
  return postWebhook(settings, { url, headers, body: payload });
}

function getFailure(reply: WebhookReply): WebhookFailure | null {
  if (reply.kind === "failed") return reply.failure;
  if (reply.status >= 200 && reply.status < 300) return null;
  return reply.status >= 300 && reply.status < 400 ? "redirect" : "status";
}

/** Switches a webhook off and notifies the admins. */
async function disable(
  services: Services,
  { id, url }: WebhookRow,
  reason: WebhookDisabledReason,
  tx: Database,
): Promise<void> {
  if (!(await disableRow(tx, id, reason))) return;
  const { host } = new URL(url);
  await writeAudit(services, "webhook.disabled", null, host, { reason }, tx);
  const key = `webhook:${id}:${services.clock().toISOString()}`;
  const event = { type: "webhook_disabled" as const, params: { host }, key };
  await notifyAll(services, await listAdminIds(tx), event, tx);
}
