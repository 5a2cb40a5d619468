import type Stripe from "stripe";
import { UserId } from "#shared/accounts/user.ts";
import { type BillingInterval, graceDays, type Offer } from "#shared/memberships/contract.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { conflict, unavailable } from "#server/http/api/problem.ts";
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
async function findOffers(services: Pick<Services, "settings">): Promise<readonly Offer[]> {
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

/** No offers while Stripe does not answer. */
export const listOffers = async (context: GuestContext) => ({
  offers: [...(await findOffers(context).catch(() => []))],
});

/** A subscription to this product, as the payment provider has it. */
export interface ProviderSubscription {
  readonly userId: UserId;
  /** The site that sold it; null when it was not recorded. */
  readonly site: string | null;
  readonly createdAt: Date;
  /** It cannot be paid again. */
  readonly isTerminated: boolean;
  readonly state: SubscriptionState & { readonly subscriptionId: string };
}

/** @returns null for an unknown subscription and for one to another product */
export async function findProviderSubscription(
  services: Pick<Services, "settings">,
  id: string,
): Promise<ProviderSubscription | null> {
  const { client, settings } = await getStripe(services);
  const found = await findOrNull(client.subscriptions.retrieve(id));
  return found && toProviderSubscription(settings, found);
}

/** Null for a subscription to another product. */
export function toProviderSubscription(
  settings: StripeSettings,
  subscription: Stripe.Subscription,
): ProviderSubscription | null {
  const userId = UserId.safeParse(subscription.metadata["userId"]).data;
  const item = subscription.items.data.find(({ price }) =>
    [settings.monthly, settings.yearly].includes(price.id),
  );
  if (!userId || !item) return null;
  const { cancel_at_period_end: cancelAtPeriodEnd, customer } = subscription;
  const status = getStatus(subscription.status);
  const periodEnd = toDate(status === "active" ? item.current_period_end : item.current_period_start);
  return {
    userId,
    site: subscription.metadata["site"] ?? null,
    createdAt: toDate(subscription.created),
    isTerminated: subscription.status === "canceled" || subscription.status === "incomplete_expired",
    state: {
      status,
      validUntil: getEnd(subscription, status, periodEnd),
      periodEnd,
      interval: (item.price.id === settings.yearly ? "year" : "month") satisfies BillingInterval,
      cancelAtPeriodEnd,
      customerId: typeof customer === "string" ? customer : customer.id,
      subscriptionId: subscription.id,
    },
  };
}

/** `unpaid`, `incomplete` and `paused` have not been paid for their current period. */
function getStatus(status: Stripe.Subscription.Status): SubscriptionState["status"] {
  if (status === "active" || status === "trialing") return "active";
  return status === "past_due" ? "past-due" : "ended";
}

function getEnd(
  { ended_at: endedAt, cancel_at_period_end: cancels }: Stripe.Subscription,
  status: SubscriptionState["status"],
  periodEnd: Date,
): Date {
  if (status === "ended") return endedAt === null ? periodEnd : toDate(endedAt);
  const hasGrace = status === "past-due" || !cancels;
  return new Date(periodEnd.getTime() + (hasGrace ? graceMs : 0));
}

const toDate = (seconds: number) => new Date(seconds * 1000);

/** The object of a call; null when the payment provider does not know it. */
export async function findOrNull<T>(call: Promise<T>): Promise<T | null> {
  return callStripe(call.catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error))));
}

/** Failures of the payment provider are temporary for the reader. */
export async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw Object.assign(unavailable("payment_unavailable"), { cause: error });
  }
}

const isMissing = (error: unknown) => (error as { code?: unknown }).code === "resource_missing";
