import { createECDH, hash } from "node:crypto";
import type { InputOf } from "#shared/api/contract.ts";
import { maxPushDevices, type PushDevice, type pushContract } from "#shared/push/contract.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import { isPushEndpoint } from "#server/http/security/web-push-client.ts";
import { hashSession } from "#server/http/session/session-store.ts";
import {
  countDevices,
  type Device,
  deleteDeviceRow,
  findDeviceAt,
  insertDevice,
  listDeviceRows,
  lockEndpoint,
  lockReader,
  updateDeviceRow,
} from "./queries.ts";

/** A reader's devices, oldest first. */
export async function listDevices({ db, user }: Context): Promise<PushDevice[]> {
  return (await listDeviceRows(db, user.id)).map(toPushDevice);
}

/**
 * Creates or renews a push device. Another user's subscription is taken over only with the same endpoint and
 * keys.
 *
 * @throws {ProblemError} `invalid_input` for an unknown push service, `conflict` for another user's
 * subscription or too many devices
 */
export async function addDevice(
  { db, settings, clock, user: { id: userId }, req }: HttpContext,
  {
    body: {
      endpoint,
      keys: { p256dh, auth },
      name = "",
      replaces,
    },
  }: InputOf<typeof pushContract.addDevice>,
): Promise<PushDevice> {
  const sessionHash = hashSession(req.sessionID);
  if (!isPushEndpoint(settings, endpoint)) {
    throw invalid({ endpoint: "push_service_unsupported" });
  }
  if (!isCurvePoint(p256dh) || Buffer.from(auth, "base64url").length !== 16) {
    throw invalid({ keys: "push_keys_invalid" });
  }
  return db.transaction(async (tx) => {
    await lockReader(tx, userId);
    await lockEndpoint(tx, endpoint);
    const existing = await findDeviceAt(tx, endpoint);
    const replaced = replaces === undefined ? null : await findDeviceAt(tx, replaces);
    // Browsers replace subscriptions on their own; a replaced one must not move to the user who is signed in
    // now.
    if (replaced && replaced.userId !== userId) throw ownedByOther();
    const before = existing ?? replaced;
    if (before?.userId === userId) {
      const renewed = { endpoint, p256dh, auth, sessionHash };
      return toPushDevice((await updateDeviceRow(tx, userId, before.id, renewed)) ?? before);
    }
    if (existing && (existing.p256dh !== p256dh || existing.auth !== auth)) throw ownedByOther();
    if (existing) await deleteDeviceRow(tx, existing.userId, existing.id);
    if ((await countDevices(tx, userId)) >= maxPushDevices) {
      throw conflict(reason("too_many_devices", { max: maxPushDevices }));
    }
    const added = { userId, endpoint, p256dh, auth, name, sessionHash, createdAt: clock() };
    return toPushDevice(await insertDevice(tx, added));
  });
}

/** @throws {ProblemError} `not_found` when it is not the reader's own */
export async function updateDevice(
  { db, user }: Context,
  { params: { deviceId }, body: { name, isOn, prayerAlerts } }: InputOf<typeof pushContract.updateDevice>,
): Promise<PushDevice> {
  const changed = await updateDeviceRow(db, user.id, deviceId, {
    ...(name !== undefined && { name }),
    ...(isOn !== undefined && { isOn }),
    ...(prayerAlerts !== undefined && { prayerAlerts }),
    ...(isOn === false && { prayerAlerts: false }),
  });
  if (!changed) throw notFound("device");
  return toPushDevice(changed);
}

/** @throws {ProblemError} `not_found` when it is not the reader's own */
export async function deleteDevice(
  { db, user }: Context,
  { params: { deviceId } }: InputOf<typeof pushContract.deleteDevice>,
): Promise<void> {
  if (!(await deleteDeviceRow(db, user.id, deviceId))) throw notFound("device");
}

const ownedByOther = () => conflict("push_of_other_account");

const hashEndpoint = (endpoint: string) => hash("sha256", endpoint, "base64url");

function toPushDevice({ endpoint, ...device }: Device): PushDevice {
  const { id, name, isOn, prayerAlerts, createdAt, lastSucceededAt, lastError } = device;
  return {
    id,
    name,
    endpointHash: hashEndpoint(endpoint),
    isOn,
    prayerAlerts,
    createdAt,
    lastSucceededAt,
    lastError,
  };
}

/** Validates an uncompressed P-256 point, because errors would show only when sending. */
function isCurvePoint(text: string): boolean {
  const point = Buffer.from(text, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  const keyCurve = createECDH("prime256v1");
  keyCurve.generateKeys();
  try {
    keyCurve.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
