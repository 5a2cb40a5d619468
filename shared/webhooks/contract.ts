import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, prose, queryInt, rawText } from "#shared/api/schemas.ts";

export const WebhookId = z.uuid().brand<"WebhookId">();
export type WebhookId = z.infer<typeof WebhookId>;

export const webhookEvents = ["book.published", "review.created", "report.created"] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** `webhook.test` is sent on request only. */
export const WebhookMessageType = z.enum([...webhookEvents, "webhook.test"]);
export type WebhookMessageType = z.infer<typeof WebhookMessageType>;

export const maxWebhooks = 20;

/** `failing`: no message was accepted for days; `gone`: the endpoint answered 410. */
export const WebhookDisabledReason = z.enum(["failing", "gone"]);
export type WebhookDisabledReason = z.infer<typeof WebhookDisabledReason>;

/** `status`: an HTTP status other than 2xx; `redirect`: 3xx; `refused`: a URL or address that is not allowed. */
export const webhookFailures = [
  "status",
  "redirect",
  "timeout",
  "tls",
  "unreachable",
  "refused",
  "inactive",
] as const;
export const WebhookFailure = z.enum(webhookFailures);
export type WebhookFailure = z.infer<typeof WebhookFailure>;

export const WebhookDeliveryState = z.enum(["pending", "delivered", "failed"]);
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>;

const events = z.array(WebhookEvent).check(z.minLength(1), z.maxLength(webhookEvents.length));
const url = rawText(1000).check(z.trim(), z.minLength(1));
const description = prose(200);

export const Webhook = z.object({
  id: WebhookId,
  url: z.string(),
  description: z.string(),
  events: z.array(WebhookEvent),
  isActive: z.boolean(),
  /** Null when an admin switched it off, and while it is active. */
  disabledReason: z.nullable(WebhookDisabledReason),
  createdAt: Instant,
  lastSucceededAt: z.nullable(Instant),
  /** The first failure since the last success. */
  failingSince: z.nullable(Instant),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  /** The header `webhook-id`. */
  id: z.uuid(),
  type: WebhookMessageType,
  state: WebhookDeliveryState,
  attempts: z.int(),
  /** Of the last attempt; null when no reply was received. */
  status: z.nullable(z.int()),
  failure: z.nullable(WebhookFailure),
  /** The beginning of the last reply. */
  replyExcerpt: z.string(),
  createdAt: Instant,
  attemptedAt: z.nullable(Instant),
  nextAttemptAt: z.nullable(Instant),
  payload: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const params = z.strictObject({ webhookId: WebhookId });

/** Signs messages; shown once. */
const secret = z.string();

export const webhooksContract = {
  listWebhooks: route({
    method: "GET",
    path: "/api/admin/webhooks",
    access: "admin",
    summary: "Outgoing webhooks, oldest first",
    reads: ["webhook"],
    response: z.object({ webhooks: z.array(Webhook) }),
  }),

  createWebhook: route({
    method: "POST",
    path: "/api/admin/webhooks",
    access: "admin",
    summary: "Adds a webhook; its secret is shown once",
    changes: ["webhook"],
    errors: ["conflict"],
    body: z.strictObject({ url, description, events }),
    response: z.object({ webhook: Webhook, secret }),
  }),

  updateWebhook: route({
    method: "PATCH",
    path: "/api/admin/webhooks/:webhookId",
    access: "admin",
    summary: "Changes a webhook, or switches it on or off",
    changes: ["webhook"],
    params,
    body: z.strictObject({
      url: z.optional(url),
      description: z.optional(description),
      events: z.optional(events),
      isActive: z.optional(z.boolean()),
    }),
    response: Webhook,
  }),

  deleteWebhook: route({
    method: "DELETE",
    path: "/api/admin/webhooks/:webhookId",
    access: "admin",
    summary: "Deletes a webhook with its deliveries",
    changes: ["webhook"],
    params,
    response: JobResult,
  }),

  rotateWebhookSecret: route({
    method: "POST",
    path: "/api/admin/webhooks/:webhookId/secret",
    access: "admin",
    summary: "Creates a new secret; messages are signed with both for a day",
    changes: ["webhook"],
    params,
    response: z.object({ secret }),
  }),

  testWebhook: route({
    method: "POST",
    path: "/api/admin/webhooks/:webhookId/test",
    access: "admin",
    summary: "Sends a test message, also to a webhook that is off",
    changes: ["webhook"],
    params,
    response: JobResult,
  }),

  listWebhookDeliveries: route({
    method: "GET",
    path: "/api/admin/webhooks/:webhookId/deliveries",
    access: "admin",
    summary: "Deliveries of the last 30 days, newest first",
    reads: ["webhook"],
    params,
    query: z.strictObject({ limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "deliveries",
    response: z.object({ deliveries: z.array(WebhookDelivery), nextCursor: z.nullable(Cursor) }),
  }),

  redeliverWebhook: route({
    method: "POST",
    path: "/api/admin/webhooks/:webhookId/deliveries/:deliveryId/redeliver",
    access: "admin",
    summary: "Sends a message again, with the same id",
    changes: ["webhook"],
    errors: ["conflict"],
    params: z.strictObject({ webhookId: WebhookId, deliveryId: z.uuid() }),
    response: JobResult,
  }),
};
