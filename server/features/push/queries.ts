import { and, asc, count, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import { type Language, languages } from "#shared/api/language.ts";
import type { PushDeviceId, PushFailureReason } from "#shared/push/contract.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { pushDevices, pushKeys, pushMessages } from "#server/db/schema/system/push.ts";

export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export async function findKeys(db: Database): Promise<KeyPair | null> {
  const { publicKey, privateKey } = pushKeys;
  const [row] = await db.select({ publicKey, privateKey }).from(pushKeys);
  return row ?? null;
}

/** Stores a key pair, unless another process was first. */
export async function insertKeys(db: Database, keys: KeyPair): Promise<void> {
  await db.insert(pushKeys).values(keys).onConflictDoNothing();
}

export type Device = typeof pushDevices.$inferSelect;

export type Subscription = Pick<Device, "id" | "endpoint" | "p256dh" | "auth">;

/** Push services of stored devices, from a thousand of them. */
export async function listPushHosts(db: Database): Promise<string[]> {
  const rows = await db.select({ endpoint: pushDevices.endpoint }).from(pushDevices).limit(1_000);
  return [...new Set(rows.map(({ endpoint }) => new URL(endpoint).host))];
}

/** A reader's devices, oldest first, at most ten. */
export function listDeviceRows(db: Database, userId: UserId): Promise<Device[]> {
  return db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(asc(pushDevices.createdAt), asc(pushDevices.id))
    .limit(100);
}

export async function findDevice(
  db: Database,
  userId: UserId,
  deviceId: PushDeviceId,
): Promise<Device | null> {
  const [row] = await db
    .select()
    .from(pushDevices)
    .where(and(eq(pushDevices.userId, userId), eq(pushDevices.id, deviceId)));
  return row ?? null;
}

export async function findDeviceAt(db: Database, endpoint: string): Promise<Device | null> {
  const [row] = await db.select().from(pushDevices).where(eq(pushDevices.endpoint, endpoint)).for("update");
  return row ?? null;
}

/** Serializes changes to one reader's devices until the transaction ends. */
export async function lockReader(db: Database, userId: UserId): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
}

/** Until the transaction ends, other users who add this endpoint wait. */
export async function lockEndpoint(tx: Database, endpoint: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`push ${endpoint}`}, 0))`);
}

export async function findLanguage(db: Database, userId: UserId): Promise<Language> {
  const [row] = await db.select({ preferences: users.preferences }).from(users).where(eq(users.id, userId));
  return row?.preferences.language ?? languages[0];
}

export async function countDevices(db: Database, userId: UserId): Promise<number> {
  const [row] = await db.select({ count: count() }).from(pushDevices).where(eq(pushDevices.userId, userId));
  return row?.count ?? 0;
}

export async function insertDevice(db: Database, device: typeof pushDevices.$inferInsert): Promise<Device> {
  return expectOneRow(await db.insert(pushDevices).values(device).returning());
}

export async function updateDeviceRow(
  db: Database,
  userId: UserId,
  deviceId: PushDeviceId,
  change: Partial<typeof pushDevices.$inferInsert>,
): Promise<Device | null> {
  const [changed] = await db
    .update(pushDevices)
    // Keeps the statement valid when there is nothing to update.
    .set({ userId, ...change })
    .where(and(eq(pushDevices.userId, userId), eq(pushDevices.id, deviceId)))
    .returning();
  return changed ?? null;
}

/** @returns false when it is not the reader's own */
export async function deleteDeviceRow(
  db: Database,
  userId: UserId,
  deviceId: PushDeviceId,
): Promise<boolean> {
  const removed = await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.userId, userId), eq(pushDevices.id, deviceId)))
    .returning({ id: pushDevices.id });
  return removed.length > 0;
}

export async function deleteDevices(db: Database, ids: readonly PushDeviceId[]): Promise<void> {
  if (ids.length > 0) await db.delete(pushDevices).where(inArray(pushDevices.id, [...ids]));
}

/** Records delivery times and errors of devices. */
export async function recordDevices(
  db: Database,
  deliveries: readonly { readonly id: PushDeviceId; readonly failure: PushFailureReason | null }[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  const ids = deliveries.map(({ id }) => id);
  const failures = deliveries.map(({ failure }) => failure);
  await db.execute(sql`
    update push_devices d set
      last_succeeded_at = case when n.error is null then ${now.toISOString()}::timestamptz else d.last_succeeded_at end,
      last_error = n.error
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(failures)}::text[]) as n (id, error)
    where d.id = n.id`);
}

/** The enabled devices of readers for notifications. */
export function listOpenDevices(
  db: Database,
  userIds: readonly UserId[],
): Promise<Pick<Device, "id" | "userId">[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  return db
    .select({ id: pushDevices.id, userId: pushDevices.userId })
    .from(pushDevices)
    .where(and(inArray(pushDevices.userId, [...userIds]), eq(pushDevices.isOn, true)));
}

export type Message = typeof pushMessages.$inferSelect;

export async function insertMessages(
  db: Database,
  rows: readonly (typeof pushMessages.$inferInsert)[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await db
    .insert(pushMessages)
    .values([...rows])
    .returning({ id: pushMessages.id });
  return added.map(({ id }) => id);
}

/** Deletes the messages about a subject that wait to be sent. */
export async function deleteUnsentPush(db: Database, about: string): Promise<void> {
  if (about === "") return;
  await db.delete(pushMessages).where(and(eq(pushMessages.about, about), eq(pushMessages.status, "waiting")));
}

/** Claims a message and reads its subscription, or neither: a claimed message is not sent again. */
export function claimMessage(
  db: Database,
  id: string,
): Promise<{ readonly message: Message; readonly subscription: Subscription | null } | null> {
  return db.transaction(async (tx) => {
    const [message] = await tx
      .update(pushMessages)
      .set({ status: "sending" })
      .where(and(eq(pushMessages.id, id), eq(pushMessages.status, "waiting")))
      .returning();
    if (!message) return null;
    const { endpoint, p256dh, auth } = pushDevices;
    const [subscription] = await tx
      .select({ id: pushDevices.id, endpoint, p256dh, auth })
      .from(pushDevices)
      .where(and(eq(pushDevices.id, message.deviceId), eq(pushDevices.isOn, true)));
    return { message, subscription: subscription ?? null };
  });
}

export async function markMessage(
  db: Database,
  id: string,
  changes: Partial<Pick<Message, "status" | "error" | "endedAt">>,
): Promise<void> {
  await db.update(pushMessages).set(changes).where(eq(pushMessages.id, id));
}

export async function deleteMessagesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(pushMessages).where(lt(pushMessages.createdAt, before));
}

export async function getPushStats(
  db: Database,
  since: Date,
): Promise<{ readonly devices: number; readonly sent: number; readonly failed: number }> {
  const [devices] = await db.select({ count: count() }).from(pushDevices).where(eq(pushDevices.isOn, true));
  const [messages] = await db
    .select({
      sent: sql<number>`count(*) filter (where ${pushMessages.status} = 'sent')::int`,
      failed: sql<number>`count(*) filter (where ${pushMessages.status} = 'failed')::int`,
    })
    .from(pushMessages)
    .where(and(gte(pushMessages.createdAt, since), isNotNull(pushMessages.endedAt)));
  return { devices: devices?.count ?? 0, sent: messages?.sent ?? 0, failed: messages?.failed ?? 0 };
}
