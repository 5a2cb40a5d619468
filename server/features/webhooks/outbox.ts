import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { BookId } from "#shared/books/book.ts";
import type { ReportReason, ReportSubject } from "#shared/moderation/contract.ts";
import type { WebhookEvent, WebhookId, WebhookMessageType } from "#shared/webhooks/contract.ts";
import type { Database } from "#server/db/client.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import { insertDeliveries, listSubscribedIds } from "./queries.ts";

/** Of all payloads; a field is added within a version, and removed or changed only in the next. */
const payloadVersion = 1;

/** Sends one message. */
export const sendWebhookJob = {
  name: "webhooks.send",
  queue: "soon",
  payload: z.object({
    id: z.uuid(),
    /** One attempt without retries, also to a webhook that is off. */
    isManual: z.optional(z.boolean()),
  }),
} satisfies JobEvent;

/** The data of events: ids and kinds, and nothing that is private. */
interface EventData {
  readonly "book.published": { readonly bookId: BookId };
  readonly "review.created": { readonly reviewId: string; readonly bookId: BookId };
  readonly "report.created": {
    readonly reportId: string;
    readonly subjectType: ReportSubject;
    readonly subjectId: string;
    readonly reason: ReportReason;
  };
}

type Deps = Pick<Services, "jobs" | "clock" | "settings">;

/** Queues an event for the webhooks that want it; sent when the transaction commits. */
export async function emitWebhookEvent<Event extends WebhookEvent>(
  services: Deps,
  event: Event,
  data: EventData[Event],
  tx: Database,
): Promise<void> {
  const ids = await listSubscribedIds(tx, event);
  await enqueueMessages(services, ids, event, data, tx);
}

export const enqueueTest = (services: Deps, id: WebhookId, tx: Database): Promise<void> =>
  enqueueMessages(services, [id], "webhook.test", {}, tx, true);

async function enqueueMessages(
  { jobs, clock, settings }: Deps,
  webhookIds: readonly WebhookId[],
  type: WebhookMessageType,
  data: object,
  tx: Database,
  isManual = false,
): Promise<void> {
  if (webhookIds.length === 0) return;
  const createdAt = clock();
  const message = {
    type,
    version: payloadVersion,
    timestamp: createdAt.toISOString(),
    site: settings.origins[0],
  };
  const payload = JSON.stringify({ ...message, data });
  const rows = webhookIds.map((webhookId) => ({ id: randomUUID(), webhookId, type, payload, createdAt }));
  await insertDeliveries(tx, rows);
  const items = rows.map(({ id }) => ({ payload: { id, ...(isManual && { isManual }) } }));
  await jobs.addAll(sendWebhookJob, items, tx);
}
