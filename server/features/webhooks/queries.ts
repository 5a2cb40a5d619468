import { and, asc, count, desc, eq, lt, or, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { WebhookDisabledReason, WebhookEvent, WebhookId } from "#shared/webhooks/contract.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { webhookDeliveries, webhooks } from "#server/db/schema/system/webhooks.ts";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

const maxListed = 100;

/** Oldest first. */
export function listWebhookRows(db: Database): Promise<WebhookRow[]> {
  return db.select().from(webhooks).orderBy(asc(webhooks.createdAt), asc(webhooks.id)).limit(maxListed);
}

/** Until the transaction ends, other new webhooks wait. */
export async function lockWebhooks(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhooks'))`);
}

export async function countWebhooks(db: Database): Promise<number> {
  const [row] = await db.select({ count: count() }).from(webhooks);
  return row?.count ?? 0;
}

export async function listSubscribedIds(db: Database, event: WebhookEvent): Promise<WebhookId[]> {
  const rows = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(webhooks.isActive, sql`${event} = any(${webhooks.events})`))
    .limit(maxListed);
  return rows.map(({ id }) => id);
}

export async function insertWebhook(db: Database, row: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  return expectOneRow(await db.insert(webhooks).values(row).returning());
}

export async function lockWebhook(tx: Database, id: WebhookId): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for("update");
  return row ?? null;
}

export async function updateWebhookRow(
  tx: Database,
  id: WebhookId,
  changed: Partial<typeof webhooks.$inferInsert>,
): Promise<WebhookRow> {
  return expectOneRow(await tx.update(webhooks).set(changed).where(eq(webhooks.id, id)).returning());
}

export async function deleteWebhookRow(tx: Database, id: WebhookId): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id));
}

export async function insertDeliveries(
  db: Database,
  rows: readonly (typeof webhookDeliveries.$inferInsert)[],
): Promise<void> {
  await db.insert(webhookDeliveries).values([...rows]);
}

/** Newest first. */
export function listDeliveryRows(
  db: Database,
  webhookId: WebhookId,
  before: readonly [ms: number, id: string] | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  const { createdAt, id } = webhookDeliveries;
  const time = before && new Date(before[0]);
  return db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        before && time && or(lt(createdAt, time), and(eq(createdAt, time), lt(id, before[1]))),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** A message that waits, with its webhook. */
export async function findPendingDelivery(
  db: Database,
  id: string,
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow } | null> {
  const [row] = await db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, "pending")));
  return row ?? null;
}

export async function lockDelivery(
  tx: Database,
  webhookId: WebhookId,
  id: string,
): Promise<DeliveryRow | null> {
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
    .for("update");
  return row ?? null;
}

export async function updateDelivery(
  tx: Database,
  id: string,
  changed: Partial<typeof webhookDeliveries.$inferInsert>,
): Promise<void> {
  await tx.update(webhookDeliveries).set(changed).where(eq(webhookDeliveries.id, id));
}

export async function markSucceeded(db: Database, id: WebhookId, now: Date): Promise<void> {
  await db.update(webhooks).set({ lastSucceededAt: now, failingSince: null }).where(eq(webhooks.id, id));
}

/** @returns the time of the first failure since the last success; null for a deleted webhook */
export async function markFailing(db: Database, id: WebhookId, now: Date): Promise<Date | null> {
  const [row] = await db
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${now.toISOString()}::timestamptz)` })
    .where(eq(webhooks.id, id))
    .returning({ failingSince: webhooks.failingSince });
  return row?.failingSince ?? null;
}

/** @returns false when it was off already */
export async function disableRow(
  db: Database,
  id: WebhookId,
  disabledReason: WebhookDisabledReason,
): Promise<boolean> {
  const { rowCount } = await db
    .update(webhooks)
    .set({ isActive: false, disabledReason })
    .where(and(eq(webhooks.id, id), webhooks.isActive));
  return rowCount === 1;
}

export async function listAdminIds(db: Database): Promise<UserId[]> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1_000);
  return rows.map(({ id }) => id);
}

export async function deleteDeliveriesBefore(db: Database, time: Date): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(and(lt(webhookDeliveries.createdAt, time), sql`${webhookDeliveries.state} <> 'pending'`));
}
