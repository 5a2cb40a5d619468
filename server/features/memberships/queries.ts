import { and, desc, eq, isNotNull, lt, ne, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import {
  membershipCancellations,
  membershipCheckouts,
  membershipCodes,
  membershipEvents,
  membershipRedemptions,
  memberships,
  users,
} from "#server/db/schema/accounts/accounts.ts";

export type MembershipRow = typeof memberships.$inferSelect;
export type CodeRow = typeof membershipCodes.$inferSelect;

export function listMemberships(db: Database, userId: UserId): Promise<MembershipRow[]> {
  return db.select().from(memberships).where(eq(memberships.userId, userId));
}

/** Extends a granted membership from its end, or from now. Returns the new end. */
export async function extendGranted(tx: Database, userId: UserId, months: number, now: Date): Promise<Date> {
  const from = sql`greatest(memberships.valid_until, ${now})`;
  const added = sql`make_interval(months => ${months})`;
  return expectOneRow(
    await tx
      .insert(memberships)
      .values({
        userId,
        source: "granted",
        plan: "supporter",
        validUntil: sql`${now}::timestamptz + ${added}`,
      })
      .onConflictDoUpdate({
        target: [memberships.userId, memberships.source],
        set: { validUntil: sql`${from} + ${added}`, status: "active" },
      })
      .returning({ validUntil: memberships.validUntil }),
  ).validUntil;
}

export type SubscriptionState = Omit<MembershipRow, "userId" | "source" | "plan">;

/** Stores the state of a subscription instead of an earlier one. */
export async function saveSubscription(
  tx: Database,
  userId: UserId,
  state: SubscriptionState,
): Promise<void> {
  await tx
    .insert(memberships)
    .values({ userId, source: "stripe", plan: "supporter", ...state })
    .onConflictDoUpdate({ target: [memberships.userId, memberships.source], set: state });
}

/** Serializes the changes of a user's subscription until the end of the transaction. */
export async function lockSubscriptions(tx: Database, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('subscriptions'), hashtext(${userId}))`);
}

export async function lockMember(tx: Database, userId: UserId): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  return found.length > 0;
}

export async function findSubscription(db: Database, userId: UserId): Promise<MembershipRow | null> {
  const [row] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.source, "stripe")));
  return row ?? null;
}

export async function findBySubscription(
  db: Database,
  subscriptionId: string,
): Promise<MembershipRow | null> {
  const [row] = await db.select().from(memberships).where(eq(memberships.subscriptionId, subscriptionId));
  return row ?? null;
}

export type CheckoutRow = typeof membershipCheckouts.$inferSelect;

export async function findCheckout(db: Database, userId: UserId): Promise<CheckoutRow | null> {
  const [row] = await db.select().from(membershipCheckouts).where(eq(membershipCheckouts.userId, userId));
  return row ?? null;
}

export async function saveCheckout(db: Database, checkout: CheckoutRow): Promise<void> {
  await db
    .insert(membershipCheckouts)
    .values(checkout)
    .onConflictDoUpdate({ target: membershipCheckouts.userId, set: checkout });
}

export type CancellationRow = typeof membershipCancellations.$inferSelect;

export function listCancellations(db: Database): Promise<CancellationRow[]> {
  return db.select().from(membershipCancellations).orderBy(membershipCancellations.requestedAt);
}

export async function deleteCancellation(
  db: Database,
  targetId: string,
  action: CancellationRow["action"],
): Promise<void> {
  await db
    .delete(membershipCancellations)
    .where(and(eq(membershipCancellations.targetId, targetId), eq(membershipCancellations.action, action)));
}

/** Subscriptions that have not ended. */
export async function listOpenSubscriptions(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: memberships.subscriptionId })
    .from(memberships)
    .where(and(isNotNull(memberships.subscriptionId), ne(memberships.status, "ended")));
  return rows.flatMap(({ id }) => id ?? []);
}

/** @returns false for an event that was handled before */
export async function insertEvent(
  tx: Database,
  event: typeof membershipEvents.$inferInsert,
): Promise<boolean> {
  const added = await tx
    .insert(membershipEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: membershipEvents.eventId });
  return added.length > 0;
}

export async function isEventKnown(db: Database, eventId: string): Promise<boolean> {
  return (await db.$count(membershipEvents, eq(membershipEvents.eventId, eventId))) > 0;
}

export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(membershipEvents).where(lt(membershipEvents.receivedAt, before));
}

export async function insertCode(db: Database, code: typeof membershipCodes.$inferInsert): Promise<CodeRow> {
  return expectOneRow(await db.insert(membershipCodes).values(code).returning());
}

/** Locks the code until the end of the transaction. */
export async function lockCode(tx: Database, codeHash: string): Promise<CodeRow | null> {
  const [row] = await tx
    .select()
    .from(membershipCodes)
    .where(eq(membershipCodes.codeHash, codeHash))
    .for("update");
  return row ?? null;
}

/** @returns false when the user redeemed this code before */
export async function insertRedemption(
  tx: Database,
  redemption: typeof membershipRedemptions.$inferInsert,
): Promise<boolean> {
  const added = await tx
    .insert(membershipRedemptions)
    .values(redemption)
    .onConflictDoNothing()
    .returning({ codeId: membershipRedemptions.codeId });
  if (added.length === 0) return false;
  await tx
    .update(membershipCodes)
    .set({ usedCount: sql`${membershipCodes.usedCount} + 1` })
    .where(eq(membershipCodes.id, redemption.codeId));
  return true;
}

export function listCodeRows(db: Database, before: Date | null, limit: number): Promise<CodeRow[]> {
  return db
    .select()
    .from(membershipCodes)
    .where(before ? lt(membershipCodes.createdAt, before) : undefined)
    .orderBy(desc(membershipCodes.createdAt))
    .limit(limit);
}

/** @returns false for an unknown or revoked code */
export async function setRevoked(db: Database, id: string, revokedAt: Date): Promise<boolean> {
  const changed = await db
    .update(membershipCodes)
    .set({ revokedAt })
    .where(and(eq(membershipCodes.id, id), sql`${membershipCodes.revokedAt} is null`))
    .returning({ id: membershipCodes.id });
  return changed.length > 0;
}
