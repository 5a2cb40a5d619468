import type Stripe from "stripe";
import { UserId } from "#shared/accounts/user.ts";
import { type BillingInterval, graceDays, type Offer } from "#shared/memberships/contract.ts";
import { conflict } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import type { StripeSettings } from "#server/settings.ts";
import type { SubscriptionState } from "./queries.ts";

const timeoutMs = 10_000;
const graceMs = graceDays * 24 * 3_600_000;
/** Signed events that are older are refused. */
const toleranceSeconds = 300;
const offerCacheMs = 3_600_000;

const clients = new WeakMap<StripeSettings, Promise<Stripe>>();

/** @throws {ProblemError} `conflict` without a payment provider */
export async function getStripe({ settings }: Pick<Services, "settings">): Promise<{
  client: Stripe;
  settings: StripeSettings;
}> {
  if (!settings.stripe) throw conflict("payments_not_offered");
  const client = clients.get(settings.stripe) ?? createClient(settings.stripe);
  clients.set(settings.stripe, client);
  return { client: await client, settings: settings.stripe };
}

async function createClient({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  // The package has 218 files, which most installations do not need.
  const { default: Stripe } = await import("stripe");
  const url = apiUrl === "" ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: Number(url.port),
      protocol: url.protocol === "http:" ? "http" : "https",
    }),
  });
}

/**
 * Verifies the signature and the age of an event.
 *
 * @throws {Error} for a forged or an old one
 */
export async function verifyEvent(
  services: Pick<Services, "settings" | "clock">,
  body: Uint8Array,
  signature: string,
): Promise<Stripe.Event> {
  const { client, settings } = await getStripe(services);
  const text = Buffer.from(body);
  const now = Math.floor(services.clock().getTime() / 1000);
  return client.webhooks.constructEvent(
    text,
    signature,
    settings.webhookSecret,
    toleranceSeconds,
    undefined,
    now * 1000,
  );
}

const offers = new WeakMap<StripeSettings, { readonly until: number; readonly found: readonly Offer[] }>();

/** The prices as the payment provider has them, for an hour. */
export async function findOffers(services: Pick<Services, "settings">): Promise<readonly Offer[]> {
  if (!services.settings.stripe) return [];
  const { client, settings } = await getStripe(services);
  const cached = offers.get(settings);
  if (cached && cached.until > performance.now()) return cached.found;
  const found: Offer[] = [];
  for (const [interval, id] of [
    ["month", settings.monthly],
    ["year", settings.yearly],
  ] as const) {
    const { unit_amount: amount, currency } = await client.prices.retrieve(id);
    found.push({ interval, amount: amount ?? 0, currency: currency.toUpperCase() });
  }
  offers.set(settings, { until: performance.now() + offerCacheMs, found });
  return found;
}

/** The state of a subscription to this product; null for other subscriptions. */
export function toState(
  settings: StripeSettings,
  subscription: Stripe.Subscription,
): { readonly userId: UserId; readonly state: SubscriptionState } | null {
  const userId = UserId.safeParse(subscription.metadata["userId"]).data;
  const item = subscription.items.data.find(({ price }) =>
    [settings.monthly, settings.yearly].includes(price.id),
  );
  if (!userId || !item) return null;
  const periodEnd = new Date(item.current_period_end * 1000);
  const { cancel_at_period_end: cancelAtPeriodEnd, customer, ended_at: endedAt } = subscription;
  const status = getStatus(subscription.status);
  const renews = status !== "ended" && !cancelAtPeriodEnd;
  const end = endedAt === null ? periodEnd : new Date(endedAt * 1000);
  return {
    userId,
    state: {
      status,
      validUntil: status === "ended" ? end : new Date(periodEnd.getTime() + (renews ? graceMs : 0)),
      periodEnd,
      interval: (item.price.id === settings.yearly ? "year" : "month") satisfies BillingInterval,
      cancelAtPeriodEnd,
      customerId: typeof customer === "string" ? customer : customer.id,
      subscriptionId: subscription.id,
    },
  };
}

function getStatus(status: Stripe.Subscription.Status): SubscriptionState["status"] {
  if (status === "active" || status === "trialing") return "active";
  return status === "past_due" ? "past-due" : "ended";
}
