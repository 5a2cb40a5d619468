import * as z from "zod/mini";
import type { PushDeviceId } from "#shared/push/contract.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import type { Database } from "#server/db/client.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import { insertMessages } from "./queries.ts";

const dayMs = 24 * 3_600_000;
/** Time to live in milliseconds. */
const ttlMs = { notification: dayMs, test: 5 * 60_000 } as const;

/** Sends one message. */
export const sendPushJob = {
  name: "push.send",
  queue: "now",
  payload: z.object({ id: z.uuid() }),
} satisfies JobEvent;

/** A message for one device. */
export interface OutgoingPush {
  readonly id: PushDeviceId;
  readonly payload: PushPayload;
  readonly topic: string;
  readonly about?: string;
  /** Not sent before. */
  readonly sendAt?: Date | null;
}

/** Stores messages and enqueues their jobs. */
export async function enqueuePushMessages(
  { db, jobs, clock }: Pick<Services, "db" | "jobs" | "clock">,
  outgoing: readonly OutgoingPush[],
  kind: keyof typeof ttlMs,
  within: Database = db,
): Promise<void> {
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + ttlMs[kind]);
  const rows = outgoing.map(({ id: deviceId, payload, topic, about = "" }) => ({
    deviceId,
    kind,
    payload: { ...payload },
    topic,
    about,
    createdAt,
    expiresAt,
  }));
  const ids = await insertMessages(within, rows);
  const items = ids.map((id, n) => ({ payload: { id }, runAt: outgoing[n]?.sendAt ?? null }));
  await jobs.addAll(sendPushJob, items, within);
}
