import * as z from "zod/mini";
import type { PushFailureReason } from "#shared/push/contract.ts";
import { type AnyJob, defineJob } from "#server/jobs/jobs.ts";
import { sendPushJob } from "./outbox.ts";
import { claimMessage, deleteMessagesBefore, markMessage } from "./queries.ts";
import { deliver, recordDeliveries } from "./service.ts";
import { getVapidKeys } from "./vapid-keys.ts";

const dayMs = 24 * 3_600_000;
const retentionDays = 7;

const sendPush = defineJob({
  ...sendPushJob,
  ownSlots: 6,
  async run(services, { id }) {
    const { db, clock } = services;
    // The database must not be needed between the claim and the request.
    await getVapidKeys(services);
    const claimed = await claimMessage(db, id);
    if (!claimed) return;
    const { message, subscription } = claimed;
    const finish = (failure: PushFailureReason | null) =>
      markMessage(db, id, { status: failure ? "failed" : "sent", error: failure, endedAt: clock() });
    const ttl = Math.floor((message.expiresAt.getTime() - clock().getTime()) / 1000);
    if (!subscription || ttl <= 0) return finish("late");

    const urgency = message.kind === "test" ? "high" : "normal";
    const { topic, payload } = message;
    const delivery = await deliver(services, subscription, payload, { ttl, urgency, topic });

    if (delivery.kind === "gone")
      return recordDeliveries(services, [{ id: subscription.id, failure: "gone" }]);
    const { failure } = delivery;
    await recordDeliveries(services, [{ id: subscription.id, failure }]);
    if (delivery.kind !== "retry") return finish(failure);
    const delayMs = (delivery.delaySeconds ?? 0) * 1000;
    const next = new Date(clock().getTime() + delayMs);
    if (next >= message.expiresAt) return finish(failure);
    await markMessage(db, id, { status: "waiting", error: failure });
    if (delayMs > 0) return services.jobs.add(sendPushJob, { id }, { runAt: next });
    throw new Error(`a push message was not accepted: ${failure}`);
  },
});

/** Deletes results older than a week. */
const purgePush = defineJob({
  name: "push.purge",
  queue: "later",
  payload: z.strictObject({}),
  every: "23 * * * *",
  run: ({ db, clock }) => deleteMessagesBefore(db, new Date(clock().getTime() - retentionDays * dayMs)),
});

export const pushJobs: readonly AnyJob[] = [sendPush, purgePush];
