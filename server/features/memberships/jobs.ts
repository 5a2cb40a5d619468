import * as z from "zod/mini";
import { membershipCancelling } from "#server/features/accounts/service.ts";
import { type AnyJob, defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { cancelAll } from "./cancel.ts";
import { deleteEventsBefore, findBySubscription, listOpenSubscriptions } from "./queries.ts";
import { getStripe, type ProviderSubscription, toProviderSubscription } from "./stripe.ts";
import { syncSubscription } from "./subscriptions.ts";

const eventRetentionMs = 90 * 24 * 3_600_000;

/** Cancels what is still to cancel and updates all open subscriptions, in case events were missed. */
export const reconcileMemberships = defineJob({
  name: "memberships.reconcile",
  queue: "later",
  payload: z.strictObject({}),
  every: "37 2 * * *",
  ownSlots: 1,
  async run(services) {
    const { db, clock, jobs, settings } = services;
    await deleteEventsBefore(db, new Date(clock().getTime() - eventRetentionMs));
    if (!settings.stripe) return;
    const remaining = new Set(await listOpenSubscriptions(db));
    const { client, settings: stripe } = await getStripe(services);
    for (const price of [stripe.monthly, stripe.yearly]) {
      // Without a status the list has all that are not cancelled.
      for await (const listed of client.subscriptions.list({ price, limit: 100 })) {
        remaining.delete(listed.id);
        const found = toProviderSubscription(stripe, listed);
        if (found && !(await isStored(services, found))) await trySync(services, listed.id);
      }
    }
    for (const id of remaining) await trySync(services, id);
    await jobs.add(membershipCancelling, {}, { key: membershipCancelling.name });
  },
});

async function isStored({ db }: Services, { state, userId }: ProviderSubscription): Promise<boolean> {
  const stored = await findBySubscription(db, state.subscriptionId);
  return (
    stored?.userId === userId &&
    stored.status === state.status &&
    stored.cancelAtPeriodEnd === state.cancelAtPeriodEnd &&
    stored.validUntil.getTime() === state.validUntil.getTime() &&
    stored.interval === state.interval
  );
}

/** One subscription that cannot be fetched does not hold back the others. */
async function trySync(services: Services, id: string): Promise<void> {
  await syncSubscription(services, id).catch((error: unknown) => {
    services.log.warn({ err: error, subscription: id }, "a subscription could not be updated");
  });
}

export const cancelMemberships = defineJob({
  ...membershipCancelling,
  ownSlots: 1,
  run: (services) => cancelAll(services),
});

export const membershipsJobs: readonly AnyJob[] = [reconcileMemberships, cancelMemberships];
