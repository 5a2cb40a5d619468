import type Stripe from "stripe";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BillingInterval, membershipsContract } from "#shared/memberships/contract.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, unavailable } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  type CheckoutRow,
  findCheckout,
  findSubscription,
  lockSubscriptions,
  saveCheckout,
} from "./queries.ts";
import { callStripe, findOrNull, findProviderSubscription, getStripe } from "./stripe.ts";
import { applySubscription, notifyMember } from "./subscriptions.ts";

/**
 * Starts a payment on the provider's page. A user has one payment page at a time.
 *
 * @throws {ProblemError} `conflict` with a running subscription; `unavailable`
 */
export async function startCheckout(
  context: Context,
  { body: { interval } }: InputOf<typeof membershipsContract.startCheckout>,
): Promise<{ url: string }> {
  const { user } = context;
  await getStripe(context);
  const url = await context.db.transaction(async (tx) => {
    const within = { ...context, db: tx };
    await lockSubscriptions(tx, user.id);
    const last = await findCheckout(tx, user.id);
    const session = last && (await findSession(context, last, interval));
    await applyPayment(within, session);
    const existing = await findSubscription(tx, user.id);
    if (existing && existing.status !== "ended") return null;
    if (session?.status === "open") return session.url;
    const created = await createSession(context, user, interval, {
      customerId: existing?.customerId ?? null,
      lastSessionId: last?.sessionId ?? null,
    });
    await saveCheckout(tx, { userId: user.id, sessionId: created.id, interval });
    return created.url;
  });
  if (url === null) {
    await notifyMember(context, user.id);
    throw conflict("already_subscribed");
  }
  return { url };
}

/** The user's last payment page; one for another interval is closed. */
async function findSession(
  services: Services,
  last: CheckoutRow,
  interval: BillingInterval,
): Promise<Stripe.Checkout.Session | null> {
  const { client } = await getStripe(services);
  const session = await findOrNull(client.checkout.sessions.retrieve(last.sessionId));
  if (session?.status !== "open" || last.interval === interval) return session;
  // Closing fails when it has just been paid.
  await client.checkout.sessions.expire(session.id).catch(() => null);
  const closed = await findOrNull(client.checkout.sessions.retrieve(session.id));
  if (closed?.status === "open") throw unavailable("payment_unavailable");
  return closed;
}

/** The subscription of a paid page, whose event may not have arrived yet. */
async function applyPayment(services: Services, session: Stripe.Checkout.Session | null): Promise<void> {
  const { subscription } = session ?? {};
  if (!subscription) return;
  const id = typeof subscription === "string" ? subscription : subscription.id;
  const found = await findProviderSubscription(services, id);
  if (found) await applySubscription(services, found);
}

async function createSession(
  services: Services,
  user: User,
  interval: BillingInterval,
  {
    customerId,
    lastSessionId,
  }: { readonly customerId: string | null; readonly lastSessionId: string | null },
): Promise<{ id: string; url: string }> {
  const { client, settings } = await getStripe(services);
  const site = services.settings.origins[0] ?? "";
  const page = `${site}/subscribe`;
  const metadata = { userId: user.id, site };
  const { id, url } = await callStripe(
    client.checkout.sessions.create(
      {
        mode: "subscription",
        line_items: [{ price: interval === "year" ? settings.yearly : settings.monthly, quantity: 1 }],
        client_reference_id: user.id,
        metadata,
        subscription_data: { metadata },
        ...(customerId ? { customer: customerId } : { customer_email: user.email }),
        success_url: `${page}?paid=yes`,
        cancel_url: page,
      },
      // A page whose id could not be stored is found again.
      {
        idempotencyKey: `checkout:${user.id}:${interval}:${lastSessionId ?? "first"}:${toFiveMinutes(services)}`,
      },
    ),
  );
  if (!url) throw unavailable("payment_unavailable");
  return { id, url };
}

const toFiveMinutes = ({ clock }: Pick<Services, "clock">) => Math.floor(clock().getTime() / 300_000);
