import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Membership, MembershipCode, membershipsContract } from "#shared/memberships/contract.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import type { Context, GuestHttpContext } from "#server/http/api/context.ts";
import { decodeTime, toPage } from "#server/http/api/cursor.ts";
import { conflict, invalid, notFound } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
import { parseEvent } from "./events.ts";
import {
  deleteCancellation,
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
  setRevoked,
} from "./queries.ts";
import { callStripe, getStripe } from "./stripe.ts";
import { notifyMember, syncSubscription } from "./subscriptions.ts";

export async function getMembership({ db, clock, user }: Context): Promise<Membership> {
  const rows = await listMemberships(db, user.id);
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

/** @throws {ProblemError} `conflict` without a subscription */
export async function openBilling(context: Context) {
  const existing = await findSubscription(context.db, context.user.id);
  if (!existing?.customerId) throw conflict("not_subscribed");
  const { client } = await getStripe(context);
  const { url } = await callStripe(
    client.billingPortal.sessions.create({
      customer: existing.customerId,
      return_url: `${context.settings.origins[0]}/subscribe`,
    }),
  );
  return { url };
}

/** @throws {ProblemError} `conflict` without a running subscription */
export async function setRenewal(
  context: Context,
  { body: { renews } }: InputOf<typeof membershipsContract.setRenewal>,
): Promise<Membership> {
  const existing = await findSubscription(context.db, context.user.id);
  if (!existing?.subscriptionId || existing.status === "ended") throw conflict("not_subscribed");
  const { client } = await getStripe(context);
  await deleteCancellation(context.db, existing.subscriptionId, "cancel-at-period-end");
  await callStripe(client.subscriptions.update(existing.subscriptionId, { cancel_at_period_end: !renews }));
  await syncSubscription(context, existing.subscriptionId);
  return getMembership(context);
}

/**
 * Handles a signed event once: the current subscription is fetched and applied, so that the order of events
 * does not matter.
 *
 * @throws {ProblemError} `not_found` without a payment provider; `invalid_input` for a wrong signature or a malformed event;
 * `unavailable`, and the provider sends it again
 */
export async function receiveEvent(
  context: GuestHttpContext,
  { raw }: InputOf<typeof membershipsContract.receiveEvent>,
): Promise<void> {
  if (!context.settings.stripe) throw notFound("webhook");
  const signature = String(context.req.headers["stripe-signature"] ?? "");
  const { id, type, subscriptionId } = await parseEvent(context, raw, signature);
  if (await isEventKnown(context.db, id)) return;
  const receivedAt = context.clock();
  await syncSubscription(context, subscriptionId, (tx) => insertEvent(tx, { eventId: id, type, receivedAt }));
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
export async function redeemCode(
  context: Context,
  { body: { code } }: InputOf<typeof membershipsContract.redeemCode>,
): Promise<Membership> {
  const { db, clock, user } = context;
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
    await writeAudit(context, "membership.redeemed", user.id, user.id, { codeId: found.id }, tx);
  });
  await broadcastUserChanged(context, user.id);
  return getMembership(context);
}

export async function issueCode(
  context: Context,
  { body: { months, maxUses, note = "", expiresAt } }: InputOf<typeof membershipsContract.issueCode>,
): Promise<{ code: string; issued: MembershipCode }> {
  const { db, clock, user } = context;
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
      issuedBy: user.id,
      createdAt: now,
    });
    await writeAudit(context, "membership.code_issued", user.id, added.id, { months, maxUses }, tx);
    return added;
  });
  return { code, issued: row };
}

const defaultPage = 50;

export async function listCodes(
  { db }: Context,
  { query: { limit = defaultPage, cursor } }: InputOf<typeof membershipsContract.listCodes>,
) {
  const rows = await listCodeRows(db, decodeTime(cursor), limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ createdAt }) => [createdAt.getTime()]);
  return { codes: shown, nextCursor };
}

/** @throws {ProblemError} `not_found` */
export async function revokeCode(
  context: Context,
  { params: { codeId } }: InputOf<typeof membershipsContract.revokeCode>,
): Promise<void> {
  if (!(await setRevoked(context.db, codeId, context.clock()))) throw notFound("code");
  await writeAudit(context, "membership.code_revoked", context.user.id, codeId, {}, context.db);
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
