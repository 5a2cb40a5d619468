import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { requestCancellation, writeAudit } from "#server/features/accounts/service.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
import { findSubscription, lockMember, lockSubscriptions, saveSubscription } from "./queries.ts";
import { findProviderSubscription, type ProviderSubscription } from "./stripe.ts";

/**
 * Fetches a subscription and stores its state, if it is one of ours.
 *
 * @param claimEvent runs in the same transaction; nothing is stored when it returns false
 */
export async function syncSubscription(
  services: Services,
  subscriptionId: string | null,
  claimEvent: (tx: Database) => Promise<boolean> = async () => true,
): Promise<void> {
  const seen = subscriptionId === null ? null : await findProviderSubscription(services, subscriptionId);
  const isChanged = await services.db.transaction(async (tx) => {
    if (!seen) return claimEvent(tx).then(() => false);
    await lockSubscriptions(tx, seen.userId);
    // Its state before the lock can be older than the stored one.
    const found = await findProviderSubscription(services, seen.state.subscriptionId);
    if (!(await claimEvent(tx)) || !found) return false;
    return applySubscription({ ...services, db: tx }, found);
  });
  if (isChanged && seen) await notifyMember(services, seen.userId);
}

/**
 * Stores the state of a subscription that was fetched under the lock of its user.
 *
 * @returns whether the user's membership may have changed
 */
export async function applySubscription(services: Services, found: ProviderSubscription): Promise<boolean> {
  const { db } = services;
  const { userId } = found;
  const before = await findSubscription(db, userId);
  const other =
    before?.subscriptionId && before.subscriptionId !== found.state.subscriptionId
      ? await findProviderSubscription(services, before.subscriptionId)
      : null;
  if (!(await lockMember(db, userId))) {
    await cancelUnowned(services, found);
    return false;
  }
  const [current, replaced] = other && isPreferred(other, found) ? [other, found] : [found, other];
  if (replaced && !replaced.isTerminated) {
    await requestCancellation(services, replaced.state.subscriptionId, "cancel");
  }
  const { state } = current;
  await saveSubscription(db, userId, state);
  if (before?.status !== state.status || before.cancelAtPeriodEnd !== state.cancelAtPeriodEnd) {
    const details = { status: state.status, cancels: state.cancelAtPeriodEnd };
    await writeAudit(services, "membership.changed", null, userId, details, db);
  }
  return true;
}

const ranks = { active: 2, "past-due": 1, ended: 0 };

/** The better paid subscription counts, then the newer one. */
function isPreferred(one: ProviderSubscription, other: ProviderSubscription): boolean {
  const difference = ranks[one.state.status] - ranks[other.state.status];
  return difference === 0 ? one.createdAt > other.createdAt : difference > 0;
}

/** A paid period is left to end, so that a lost database costs nobody a membership. */
async function cancelUnowned(services: Services, found: ProviderSubscription): Promise<void> {
  const { settings, log } = services;
  const { site, isTerminated, state } = found;
  const { subscriptionId, status, cancelAtPeriodEnd } = state;
  if (isTerminated || (site !== null && !settings.origins.includes(site))) return;
  const isPaid = status === "active";
  if (isPaid && cancelAtPeriodEnd) return;
  log.warn({ subscription: subscriptionId }, "a subscription of no account is cancelled");
  await requestCancellation(services, subscriptionId, isPaid ? "cancel-at-period-end" : "cancel");
}

export async function notifyMember(services: Pick<Services, "live" | "db">, userId: UserId): Promise<void> {
  await broadcastUserChanged(services, userId);
  await services.live.publish(userId, { topics: ["session", "membership"] });
}
