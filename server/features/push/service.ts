import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { PushDeviceId, PushFailureReason, pushContract } from "#shared/push/contract.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import type { Database } from "#server/db/client.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import type { PushReply } from "#server/http/security/web-push-client.ts";
import { pushCount } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import { type EncryptedPush, encryptMessage, getVapidSubject } from "./encrypt.ts";
import { enqueuePushMessages } from "./outbox.ts";
import {
  deleteDevices,
  deleteUnsentPush,
  findDevice,
  findKeys,
  getPushStats,
  listOpenDevices,
  listPushHosts,
  recordDevices,
  type Subscription,
} from "./queries.ts";
import { createTestMessage } from "./test-message.ts";
import { getVapidKeys } from "./vapid-keys.ts";

export { deleteUnsentPush, findKeys as findVapidKeys, listPushHosts };

type Deps = Pick<Services, "db" | "jobs" | "clock">;

export interface PushNotification {
  readonly userId: UserId;
  readonly payload: PushPayload;
  readonly topic: string;
  /** Its subject, such as `post:<id>`: unsent it is deleted with it. Empty for none. */
  readonly about: string;
  /** The end of the reader's quiet hours; null to send now. */
  readonly sendAt?: Date | null;
}

/**
 * Queues messages, one per device, each sent by a job.
 *
 * @param within a transaction, to send only if it commits
 */
export async function pushNotifications(
  services: Deps,
  notifications: readonly PushNotification[],
  within: Database = services.db,
): Promise<void> {
  const devices = await listOpenDevices(within, [...new Set(notifications.map(({ userId }) => userId))]);
  const outgoing = notifications.flatMap(({ userId, ...message }) =>
    devices.filter((device) => device.userId === userId).map(({ id }) => ({ ...message, id })),
  );
  await enqueuePushMessages(services, outgoing, "notification", within);
}

/**
 * Sends a test message to one of the reader's devices.
 *
 * @throws {ProblemError} `not_found` when it is not the reader's own, `conflict` when it is disabled
 */
export async function testDevice(
  context: Context,
  { params: { deviceId } }: InputOf<typeof pushContract.testDevice>,
): Promise<void> {
  const device = await findDevice(context.db, context.user.id, deviceId);
  if (!device) throw notFound("device");
  if (!device.isOn) throw conflict("device_off");
  await postTests(context, context.user.id, [deviceId]);
}

/**
 * Sends a test message to all of the reader's devices.
 *
 * @returns their number
 */
export async function testDevices(services: Deps, userId: UserId): Promise<number> {
  const devices = await listOpenDevices(services.db, [userId]);
  await postTests(
    services,
    userId,
    devices.map(({ id }) => id),
  );
  return devices.length;
}

async function postTests(services: Deps, userId: UserId, ids: readonly PushDeviceId[]): Promise<void> {
  const payload = await createTestMessage(services.db, userId);
  await enqueuePushMessages(
    services,
    ids.map((id) => ({ id, payload, topic: "test" })),
    "test",
  );
}

export function getPushDeliveryStats(
  { db }: Pick<Services, "db">,
  since: Date,
): Promise<{ readonly devices: number; readonly sent: number; readonly failed: number }> {
  return getPushStats(db, since);
}

/** `gone`: the subscription no longer exists; `again`: the message was not accepted and can be retried. */
export type Delivery =
  | { readonly kind: "sent"; readonly failure: null }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: PushFailureReason }
  | { readonly kind: "retry"; readonly failure: PushFailureReason; readonly delaySeconds: number | null };

/** Sends a message through the push service, once. */
export async function deliver(
  services: Pick<Services, "db" | "settings" | "webPushClient" | "clock">,
  subscription: Subscription,
  payload: unknown,
  options: EncryptedPush,
): Promise<Delivery> {
  const keys = await getVapidKeys(services);
  const { settings, webPushClient, clock } = services;
  const encrypted = encryptMessage(
    keys,
    getVapidSubject(settings),
    subscription,
    payload,
    options,
    clock().getTime(),
  );
  const reply = await webPushClient.post(encrypted);
  const result = reply.kind === "replied" ? `${Math.floor(reply.status / 100)}xx` : reply.kind;
  pushCount.inc({ result });
  return toDelivery(reply);
}

function toDelivery(reply: PushReply): Delivery {
  if (reply.kind === "unknown") return { kind: "failed", failure: "unknown" };
  if (reply.kind === "unreachable") return { kind: "retry", failure: "unreachable", delaySeconds: null };
  const { status, retryAfterSeconds: delaySeconds } = reply;
  if (status >= 200 && status < 300) return { kind: "sent", failure: null };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500) return { kind: "retry", failure: "refused", delaySeconds };
  return { kind: "failed", failure: "refused" };
}

/** Null when it was delivered; `gone` when the subscription no longer exists. */
export interface DeliveryResult {
  readonly id: PushDeviceId;
  readonly failure: PushFailureReason | "gone" | null;
}

export async function recordDeliveries(
  { db, clock }: Pick<Services, "db" | "clock">,
  results: readonly DeliveryResult[],
): Promise<void> {
  const goneIds = results.filter(({ failure }) => failure === "gone").map(({ id }) => id);
  await deleteDevices(db, goneIds);
  const deliveries = results.flatMap(({ id, failure }) => (failure === "gone" ? [] : [{ id, failure }]));
  await recordDevices(db, deliveries, clock());
}
