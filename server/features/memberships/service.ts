import { createHash, randomBytes } from "node:crypto";
import type Stripe from "stripe";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type {
  BillingInterval,
  Membership,
  MembershipCode,
  membershipsContract,
} from "#shared/memberships/contract.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { conflict, invalid, notFound, ProblemError, unavailable } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
import {
  type CodeRow,
  extendGranted,
  findSubscription,
  insertCode,
  insertEvent,
  insertRedemption,
  isEventKnown,
  listCodeRows,
  listMemberships,
  lockCode,
  lockMember,
  saveSubscription,
  setRevoked,
} from "./queries.ts";
import { getStripe, toState, verifyEvent } from "./stripe.ts";

export async function getMembership(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: UserId,
): Promise<Membership> {
  const rows = await listMemberships(db, userId);
  const now = clock();
  const granted = rows.find(({ source }) => source === "granted");
  const paid = rows.find(({ source }) => source === "stripe");
  return {
    isSupporter: rows.some(({ validUntil }) => validUntil > now),
    grantedUntil: granted && granted.validUntil > now ? granted.validUntil : null,
    subscription:
      paid && (paid.status !== "ended" || paid.validUntil > now)
        ? {
            status: paid.status,
            interval: paid.interval,
            periodEnd: paid.periodEnd,
            cancelAtPeriodEnd: paid.cancelAtPeriodEnd,
          }
        : null,
  };
}

/**
 * Starts a payment on the provider's page.
 *
 * @throws {ProblemError} `conflict` with a running subscription; `unavailable`
 */
export async function startCheckout(services: Services, user: User, interval: BillingInterval) {
  const { client, settings } = await getStripe(services);
  const existing = await findSubscription(services.db, user.id);
  if (existing && existing.status !== "ended") throw conflict("already_subscribed");
  const page = `${services.settings.origins[0]}/subscribe`;
  const metadata = { userId: user.id };
  const session = await callStripe(
    client.checkout.sessions.create(
      {
        mode: "subscription",
        line_items: [{ price: interval === "year" ? settings.yearly : settings.monthly, quantity: 1 }],
        client_reference_id: user.id,
        metadata,
        subscription_data: { metadata },
        ...(existing?.customerId ? { customer: existing.customerId } : { customer_email: user.email }),
        success_url: `${page}?paid=yes`,
        cancel_url: page,
      },
      // Two clicks within some minutes are one payment page.
      {
        idempotencyKey: `checkout:${user.id}:${interval}:${Math.floor(services.clock().getTime() / 300_000)}`,
      },
    ),
  );
  if (!session.url) throw unavailable("payment_unavailable");
  return { url: session.url };
}

/** @throws {ProblemError} `conflict` without a subscription */
export async function openBilling(services: Services, userId: UserId) {
  const existing = await findSubscription(services.db, userId);
  if (!existing?.customerId) throw conflict("not_subscribed");
  const { client } = await getStripe(services);
  const { url } = await callStripe(
    client.billingPortal.sessions.create({
      customer: existing.customerId,
      return_url: `${services.settings.origins[0]}/subscribe`,
    }),
  );
  return { url };
}

/** @throws {ProblemError} `conflict` without a running subscription */
export async function setRenewal(services: Services, userId: UserId, renews: boolean): Promise<Membership> {
  const existing = await findSubscription(services.db, userId);
  if (!existing?.subscriptionId || existing.status === "ended") throw conflict("not_subscribed");
  const { client } = await getStripe(services);
  const changed = await callStripe(
    client.subscriptions.update(existing.subscriptionId, { cancel_at_period_end: !renews }),
  );
  await applySubscription(services, changed);
  return getMembership(services, userId);
}

/** Failures of the payment provider are temporary for the reader. */
async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw Object.assign(unavailable("payment_unavailable"), { cause: error });
  }
}

/**
 * Handles a signed event once: the current subscription is fetched and applied, so that the order of events
 * does not matter.
 *
 * @throws {ProblemError} `not_found` without a payment provider; `invalid_input` for a wrong signature;
 * `unavailable`, and the provider sends it again
 */
export async function receiveEvent(services: Services, body: Uint8Array, signature: string): Promise<void> {
  if (!services.settings.stripe) throw notFound("webhook");
  const event = await parseEvent(services, body, signature);
  if (await isEventKnown(services.db, event.id)) return;
  const id = getSubscription(event);
  const { client } = await getStripe(services);
  const subscription = id ? await callStripe(client.subscriptions.retrieve(id)) : null;
  const receivedAt = services.clock();
  await applySubscription(services, subscription, (tx) =>
    insertEvent(tx, { eventId: event.id, type: event.type, receivedAt }),
  );
}

async function parseEvent(services: Services, body: Uint8Array, signature: string): Promise<Stripe.Event> {
  try {
    return await verifyEvent(services, body, signature);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError("invalid_input", "signature_invalid");
  }
}

/** The subscription that an event is about; null for other events. */
function getSubscription(event: Stripe.Event): string | null {
  if (event.type.startsWith("customer.subscription.")) return (event.data.object as Stripe.Subscription).id;
  const { subscription, parent } = event.data.object as {
    subscription?: string | { id: string } | null;
    parent?: { subscription_details?: { subscription?: string | { id: string } } | null } | null;
  };
  const found = subscription ?? parent?.subscription_details?.subscription ?? null;
  return typeof found === "string" || found === null ? found : found.id;
}

/**
 * Stores the state of a subscription, if it is one of ours.
 *
 * @param claimEvent runs in the same transaction; nothing is stored when it returns false
 */
export async function applySubscription(
  services: Services,
  subscription: Stripe.Subscription | null,
  claimEvent: (tx: Database) => Promise<boolean> = async () => true,
): Promise<void> {
  const { settings } = await getStripe(services);
  const found = subscription && toState(settings, subscription);
  const isChanged = await services.db.transaction(async (tx) => {
    if (found && !(await lockMember(tx, found.userId))) return claimEvent(tx).then(() => false);
    if (!(await claimEvent(tx)) || !found) return false;
    const { userId, state } = found;
    const before = await findSubscription(tx, userId);
    // An old subscription that ends late must not replace the current one.
    if (before?.subscriptionId !== state.subscriptionId && state.status === "ended" && before) return false;
    await saveSubscription(tx, userId, state);
    const details = { status: state.status, cancels: state.cancelAtPeriodEnd };
    if (before?.status !== state.status || before.cancelAtPeriodEnd !== state.cancelAtPeriodEnd) {
      await writeAudit(services, "membership.changed", null, userId, details, tx);
    }
    return true;
  });
  if (isChanged && found) await notifyMember(services, found.userId);
}

async function notifyMember(services: Services, userId: UserId): Promise<void> {
  await broadcastUserChanged(services, userId);
  await services.live.publish(userId, { topic: "session" });
}

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** 80 bits, in four groups: `K7QF-2MXA-…`. */
function createCode(): string {
  const characters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join("");
  return (characters.match(/.{4}/g) ?? []).join("-");
}

const hashCode = (code: string) =>
  createHash("sha256")
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ""))
    .digest("hex");

/**
 * Extends the user's membership by a code.
 *
 * @throws {ProblemError} `invalid_input` for an unknown, expired, used or own used one
 */
export async function redeemCode(services: Services, user: User, code: string): Promise<Membership> {
  const { db, clock } = services;
  const now = clock();
  await db.transaction(async (tx) => {
    await lockMember(tx, user.id);
    const found = await lockCode(tx, hashCode(code));
    if (!found || found.revokedAt || (found.expiresAt && found.expiresAt <= now)) {
      throw invalid({ code: "code_unknown" });
    }
    const isNew = await insertRedemption(tx, { codeId: found.id, userId: user.id, redeemedAt: now });
    if (!isNew) throw conflict("code_redeemed", { code: "code_redeemed" });
    if (found.usedCount >= found.maxUses) throw invalid({ code: "code_used_up" });
    await extendGranted(tx, user.id, found.months, now);
    await writeAudit(services, "membership.redeemed", user.id, user.id, { codeId: found.id }, tx);
  });
  await notifyMember(services, user.id);
  return getMembership(services, user.id);
}

type NewCode = InputOf<typeof membershipsContract.issueCode>["body"];

export async function issueCode(
  services: Services,
  actor: User,
  { months, maxUses, note = "", expiresAt }: NewCode,
): Promise<{ code: string; issued: MembershipCode }> {
  const { db, clock } = services;
  const now = clock();
  if (expiresAt && expiresAt <= now) throw invalid({ expiresAt: "date_in_past" });
  const code = createCode();
  const row = await db.transaction(async (tx) => {
    const added = await insertCode(tx, {
      codeHash: hashCode(code),
      hint: code.slice(-4),
      months,
      maxUses,
      note,
      expiresAt: expiresAt ?? null,
      issuedBy: actor.id,
      createdAt: now,
    });
    await writeAudit(services, "membership.code_issued", actor.id, added.id, { months, maxUses }, tx);
    return added;
  });
  return { code, issued: toCode(row) };
}

const defaultPage = 50;

export async function listCodes(
  { db }: Pick<Services, "db">,
  { limit = defaultPage, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) {
  const before = cursor === undefined ? null : new Date(Number(cursor));
  if (before && Number.isNaN(before.getTime())) throw invalid({ cursor: "unknown_page" });
  const rows = await listCodeRows(db, before, limit + 1);
  const codes = rows.slice(0, limit).map(toCode);
  const last = rows.length > limit ? codes.at(-1) : undefined;
  return { codes, nextCursor: last ? String(last.createdAt.getTime()) : null };
}

const toCode = ({
  id,
  hint,
  months,
  maxUses,
  usedCount,
  note,
  expiresAt,
  revokedAt,
  createdAt,
}: CodeRow) => ({
  id,
  hint,
  months,
  maxUses,
  usedCount,
  note,
  expiresAt,
  revokedAt,
  createdAt,
});

/** @throws {ProblemError} `not_found` */
export async function revokeCode(services: Services, actor: User, id: string): Promise<void> {
  if (!(await setRevoked(services.db, id, services.clock()))) throw notFound("code");
  await writeAudit(services, "membership.code_revoked", actor.id, id, {}, services.db);
}

/** Staff grant a membership without a code. Returns its end. */
export async function grantMembership(
  services: Services,
  actorId: UserId,
  userId: UserId,
  months: number,
): Promise<Date> {
  const until = await services.db.transaction(async (tx) => {
    if (!(await lockMember(tx, userId))) throw notFound("user");
    await writeAudit(services, "membership.granted", actorId, userId, { months }, tx);
    return extendGranted(tx, userId, months, services.clock());
  });
  await notifyMember(services, userId);
  return until;
}
