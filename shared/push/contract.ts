import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant, JobResult, line, rawText } from "#shared/api/schemas.ts";

export const PushDeviceId = z.uuid().brand<"PushDeviceId">();
export type PushDeviceId = z.infer<typeof PushDeviceId>;

/**
 * Why a message was not delivered. `refused`: by the push service; `unreachable`: no connection; `unknown`: no
 * answer in time, so it is not sent again; `late`: it expired before it could be sent.
 */
export const pushFailureReasons = ["refused", "unreachable", "unknown", "late"] as const;
export const PushFailureReason = z.enum(pushFailureReasons);
export type PushFailureReason = z.infer<typeof PushFailureReason>;

export const PushDevice = z.object({
  id: PushDeviceId,
  name: z.string(),
  /** Identifies a browser in the list: SHA-256 of its subscription URL, base64url. */
  endpointHash: z.string(),
  /** Disabled devices receive nothing. */
  isOn: z.boolean(),
  prayerAlerts: z.boolean(),
  createdAt: Instant,
  /** Null before the first message. */
  lastSucceededAt: z.nullable(Instant),
  /** Of the last message; null when it was delivered. */
  lastError: z.nullable(PushFailureReason),
});
export type PushDevice = z.infer<typeof PushDevice>;

const key = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+=*$/));

const endpoint = rawText(1000).check(z.minLength(1));

export const PushSubscriptionInput = z.strictObject({
  endpoint,
  keys: z.strictObject({ p256dh: key(100), auth: key(40) }),
  name: z.optional(line(60)),
  /** The former subscription URL: the device keeps its settings. */
  replaces: z.optional(endpoint),
});
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

/** Maximum number of devices per reader. */
export const maxPushDevices = 10;

const params = z.strictObject({ deviceId: PushDeviceId });

export const pushContract = {
  getKey: route({
    method: "GET",
    path: "/api/push/key",
    access: "reader",
    summary: "The VAPID public key",
    unwatched: "Fixed for a site",
    response: z.object({ key: z.string() }),
  }),
  listDevices: route({
    method: "GET",
    path: "/api/push/devices",
    access: "reader",
    summary: "The user's push devices",
    reads: ["device"],
    response: z.array(PushDevice),
  }),
  addDevice: route({
    method: "PUT",
    path: "/api/push/devices",
    access: "reader",
    summary: "Registers or renews a push subscription",
    changes: ["device"],
    errors: ["conflict"],
    body: PushSubscriptionInput,
    response: PushDevice,
  }),
  updateDevice: route({
    method: "PATCH",
    path: "/api/push/devices/:deviceId",
    access: "reader",
    summary: "Renames a device, or turns it on or off",
    changes: ["device"],
    params,
    body: z.strictObject({
      name: z.optional(line(60)),
      isOn: z.optional(z.boolean()),
      prayerAlerts: z.optional(z.boolean()),
    }),
    response: PushDevice,
  }),
  deleteDevice: route({
    method: "DELETE",
    path: "/api/push/devices/:deviceId",
    access: "reader",
    summary: "Removes a device",
    changes: ["device"],
    params,
    response: JobResult,
  }),
  testDevice: route({
    method: "POST",
    path: "/api/push/devices/:deviceId/test",
    access: "reader",
    summary: "Sends a test message to a device",
    unchanged: "Sends a push message",
    errors: ["conflict"],
    params,
    response: JobResult,
  }),
};
