import * as z from "zod/mini";
import type { InputOf } from "#shared/api/contract.ts";
import { maxWebhooks, type Webhook, type webhooksContract } from "#shared/webhooks/contract.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, milliseconds, toPage } from "#server/http/api/cursor.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import { encrypt } from "#server/http/security/encryption.ts";
import { parseWebhookUrl } from "#server/http/security/webhook-client.ts";
import type { Settings } from "#server/settings.ts";
import { emitWebhookEvent, enqueueTest, sendWebhookJob } from "./outbox.ts";
import {
  countWebhooks,
  deleteWebhookRow,
  insertWebhook,
  listDeliveryRows,
  listWebhookRows,
  lockDelivery,
  lockWebhook,
  lockWebhooks,
  updateDelivery,
  updateWebhookRow,
  type WebhookRow,
} from "./queries.ts";
import { createSecret } from "./sign.ts";

const defaultPage = 20;
/** A former secret still signs for so long. */
const rotationMs = 24 * 3_600_000;

export { emitWebhookEvent };

/** Without secrets. */
const toWebhook = (row: WebhookRow): Webhook => {
  const { id, url, description, events, isActive, disabledReason } = row;
  const { createdAt, lastSucceededAt, failingSince } = row;
  return { id, url, description, events, isActive, disabledReason, createdAt, lastSucceededAt, failingSince };
};

const getHost = (url: string): string => new URL(url).host;

export async function listWebhooks({ db }: Context) {
  return { webhooks: (await listWebhookRows(db)).map(toWebhook) };
}

/** @throws {ProblemError} `invalid_input` for a URL that may not be called; `conflict` for too many */
export async function createWebhook(
  context: Context,
  { body: { url, description, events } }: InputOf<typeof webhooksContract.createWebhook>,
): Promise<{ webhook: Webhook; secret: string }> {
  const { db, settings, clock, user } = context;
  const secret = createSecret();
  const row = {
    url: normalizeUrl(settings, url),
    description,
    events: [...new Set(events)],
    secret: encrypt(secret, settings.secret, "webhook"),
    createdAt: clock(),
  };
  return db.transaction(async (tx) => {
    await lockWebhooks(tx);
    if ((await countWebhooks(tx)) >= maxWebhooks)
      throw conflict(reason("webhook_limit", { max: maxWebhooks }));
    const webhook = await insertWebhook(tx, row);
    const { events } = webhook;
    await writeAudit(context, "webhook.created", user.id, getHost(webhook.url), { events }, tx);
    return { webhook: toWebhook(webhook), secret };
  });
}

function normalizeUrl(settings: Settings, input: string): string {
  const target = parseWebhookUrl(settings, input);
  if (!target) throw invalid({ url: "address_not_fetchable" });
  return target.url.href;
}

/** @throws {ProblemError} `not_found`; `invalid_input` for a URL that may not be called */
export async function updateWebhook(
  context: Context,
  { params: { webhookId }, body }: InputOf<typeof webhooksContract.updateWebhook>,
): Promise<Webhook> {
  const { db, settings, user } = context;
  const { url, description, events, isActive } = body;
  const changed = {
    ...(url !== undefined && { url: normalizeUrl(settings, url) }),
    ...(description !== undefined && { description }),
    ...(events && { events: [...new Set(events)] }),
    ...(isActive !== undefined && { isActive, disabledReason: null, failingSince: null }),
  };
  return db.transaction(async (tx) => {
    const before = await lockWebhook(tx, webhookId);
    if (!before) throw notFound("webhook");
    if (Object.keys(changed).length === 0) return toWebhook(before);
    const after = await updateWebhookRow(tx, webhookId, changed);
    const details = { events: after.events, isActive: after.isActive };
    await writeAudit(context, "webhook.changed", user.id, getHost(after.url), details, tx);
    return toWebhook(after);
  });
}

/** @throws {ProblemError} `not_found` */
export async function deleteWebhook(
  context: Context,
  { params: { webhookId } }: InputOf<typeof webhooksContract.deleteWebhook>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (!webhook) throw notFound("webhook");
    await deleteWebhookRow(tx, webhookId);
    await writeAudit(context, "webhook.deleted", context.user.id, getHost(webhook.url), {}, tx);
  });
}

/** @throws {ProblemError} `not_found` */
export async function rotateWebhookSecret(
  context: Context,
  { params: { webhookId } }: InputOf<typeof webhooksContract.rotateWebhookSecret>,
): Promise<{ secret: string }> {
  const { db, settings, clock, user } = context;
  const secret = createSecret();
  return db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (!webhook) throw notFound("webhook");
    await updateWebhookRow(tx, webhookId, {
      secret: encrypt(secret, settings.secret, "webhook"),
      previousSecret: webhook.secret,
      previousSecretUntil: new Date(clock().getTime() + rotationMs),
    });
    await writeAudit(context, "webhook.secret_rotated", user.id, getHost(webhook.url), {}, tx);
    return { secret };
  });
}

/** @throws {ProblemError} `not_found` */
export async function testWebhook(
  context: Context,
  { params: { webhookId } }: InputOf<typeof webhooksContract.testWebhook>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await lockWebhook(tx, webhookId))) throw notFound("webhook");
    await enqueueTest(context, webhookId, tx);
  });
}

export async function listWebhookDeliveries(
  { db }: Context,
  { params, query }: InputOf<typeof webhooksContract.listWebhookDeliveries>,
) {
  const { limit = defaultPage, cursor } = query;
  const before = decodeCursor(cursor, z.tuple([milliseconds, z.uuid()]));
  const rows = await listDeliveryRows(db, params.webhookId, before, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ createdAt, id }) => [createdAt.getTime(), id]);
  return { deliveries: shown.map(({ webhookId: _, ...delivery }) => delivery), nextCursor };
}

/** @throws {ProblemError} `not_found`; `conflict` while it waits for its next attempt */
export async function redeliverWebhook(
  context: Context,
  { params: { webhookId, deliveryId } }: InputOf<typeof webhooksContract.redeliverWebhook>,
): Promise<void> {
  const { db, jobs } = context;
  await db.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, webhookId, deliveryId);
    if (!delivery) throw notFound("delivery");
    if (delivery.state === "pending") throw conflict("job_running");
    await updateDelivery(tx, deliveryId, { state: "pending" });
    await jobs.add(sendWebhookJob, { id: deliveryId, isManual: true }, { db: tx });
  });
}
