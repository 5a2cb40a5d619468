import * as z from "zod/mini";
import { type AnyJob, defineJob } from "#server/jobs/jobs.ts";
import { deliverMessage } from "./deliver.ts";
import { sendWebhookJob } from "./outbox.ts";
import { deleteDeliveriesBefore } from "./queries.ts";

const retentionMs = 30 * 24 * 3_600_000;

const sendWebhook = defineJob({
  ...sendWebhookJob,
  ownSlots: 6,
  run: (services, { id, isManual = false }) => deliverMessage(services, id, isManual),
});

/** Deletes deliveries older than 30 days. */
const purgeWebhooks = defineJob({
  name: "webhooks.purge",
  queue: "later",
  payload: z.strictObject({}),
  every: "41 3 * * *",
  run: ({ db, clock }) => deleteDeliveriesBefore(db, new Date(clock().getTime() - retentionMs)),
});

export const webhookJobs: readonly AnyJob[] = [sendWebhook, purgeWebhooks];
