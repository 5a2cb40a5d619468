import type Stripe from "stripe";
import type { Services } from "#server/services.ts";
import { type CancellationRow, deleteCancellation, listCancellations } from "./queries.ts";
import { findOrNull, findProviderSubscription, getStripe } from "./stripe.ts";
import { syncSubscription } from "./subscriptions.ts";

/**
 * Cancels everything that is listed and removes from the list what is cancelled.
 *
 * @throws {Error} when some remain, so that the job is repeated
 */
export async function cancelAll(services: Services): Promise<void> {
  if (!services.settings.stripe) return;
  const { client } = await getStripe(services);
  let failures = 0;
  for (const { targetId, action } of await listCancellations(services.db)) {
    try {
      await actions[action](services, client, targetId);
      await deleteCancellation(services.db, targetId, action);
    } catch (error) {
      failures++;
      services.log.warn({ err: error, target: targetId, action }, "a membership could not be cancelled");
    }
  }
  if (failures > 0) throw new Error(`${failures} cancellations of memberships failed.`);
}

type Action = (services: Services, client: Stripe, targetId: string) => Promise<void>;

const actions: Readonly<Record<CancellationRow["action"], Action>> = {
  async cancel(services, client, id) {
    await findOrNull(client.subscriptions.cancel(id));
    await syncSubscription(services, id);
  },

  async "cancel-at-period-end"(services, client, id) {
    const found = await findProviderSubscription(services, id);
    if (!found || found.isTerminated) return;
    await client.subscriptions.update(id, { cancel_at_period_end: true });
    await syncSubscription(services, id);
  },

  async "expire-checkout"(_services, client, id) {
    const session = await findOrNull(client.checkout.sessions.retrieve(id));
    if (session?.status === "open") await client.checkout.sessions.expire(id);
  },
};
