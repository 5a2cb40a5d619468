import { and, eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import {
  membershipCancellations,
  membershipCheckouts,
  memberships,
} from "#server/db/schema/accounts/accounts.ts";

export type CancellationAction = (typeof membershipCancellations.$inferSelect)["action"];

/** The last subscription of a user, ended or not: an unpaid one can still be charged. */
export async function findSubscriptionId(db: Database, userId: UserId): Promise<string | null> {
  const [row] = await db
    .select({ id: memberships.subscriptionId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.source, "stripe")));
  return row?.id ?? null;
}

export async function findCheckoutSession(db: Database, userId: UserId): Promise<string | null> {
  const [row] = await db
    .select({ id: membershipCheckouts.sessionId })
    .from(membershipCheckouts)
    .where(eq(membershipCheckouts.userId, userId));
  return row?.id ?? null;
}

/** A requested `cancel` is never weakened. */
export async function insertCancellation(
  db: Database,
  cancellation: typeof membershipCancellations.$inferInsert,
): Promise<void> {
  await db
    .insert(membershipCancellations)
    .values(cancellation)
    .onConflictDoUpdate({
      target: membershipCancellations.targetId,
      set: { action: cancellation.action },
      setWhere: sql`${membershipCancellations.action} <> 'cancel'`,
    });
}
