import * as z from "zod/mini";
import { membershipEnding } from "#server/features/accounts/service.ts";
import { type AnyJob, defineJob } from "#server/jobs/jobs.ts";
import { deleteEventsBefore, listOpenSubscriptions } from "./queries.ts";
import { applySubscription } from "./service.ts";
import { getStripe } from "./stripe.ts";

const eventRetentionMs = 90 * 24 * 3_600_000;
/** Stripe repeats events for three days. */
const lookbackSeconds = 14 * 24 * 3_600;

/** Updates all open and all new subscriptions, in case events were missed. */
export const reconcileMemberships = defineJob({
  name: "memberships.reconcile",
  payload: z.strictObject({}),
  every: "37 2 * * *",
  usesExternal: true,
  async run(services) {
    const { db, clock, settings, log } = services;
    await deleteEventsBefore(db, new Date(clock().getTime() - eventRetentionMs));
    if (!settings.stripe) return;
    const { client, settings: stripe } = await getStripe(services);
    for (const id of await listOpenSubscriptions(db)) {
      const found = await client.subscriptions.retrieve(id).catch((error: unknown) => {
        log.warn({ err: error, subscription: id }, "a subscription could not be fetched");
        return null;
      });
      if (found) await applySubscription(services, found);
    }
    const created = { gte: Math.floor(clock().getTime() / 1000) - lookbackSeconds };
    for (const price of [stripe.monthly, stripe.yearly]) {
      for await (const found of client.subscriptions.list({ price, status: "all", created, limit: 100 })) {
        await applySubscription(services, found);
      }
    }
  },
});

/** Cancels the subscription of an account that is being deleted. */
export const endMembership = defineJob({
  ...membershipEnding,
  usesExternal: true,
  async run(services, { subscriptionId, immediately: isImmediate }) {
    if (!services.settings.stripe) return;
    const { client } = await getStripe(services);
    if (isImmediate) {
      await client.subscriptions.cancel(subscriptionId).catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== "resource_missing") throw error;
      });
      return;
    }
    await applySubscription(
      services,
      await client.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
    );
  },
});

export const membershipsJobs: readonly AnyJob[] = [reconcileMemberships, endMembership];
