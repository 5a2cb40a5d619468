import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, prose, queryInt, rawText } from "#shared/api/schemas.ts";

export const BillingInterval = z.enum(["month", "year"]);
export type BillingInterval = z.infer<typeof BillingInterval>;

/** `past-due`: the last payment failed; it stays valid for the grace period. */
export const MembershipStatus = z.enum(["active", "past-due", "ended"]);
export type MembershipStatus = z.infer<typeof MembershipStatus>;

/** Days for which a subscription stays valid after a failed payment. */
export const graceDays = 7;

export const Offer = z.object({
  interval: BillingInterval,
  /** In the smallest unit of the currency. */
  amount: z.int(),
  /** ISO 4217, upper case. */
  currency: z.string(),
});
export type Offer = z.infer<typeof Offer>;

export const Subscription = z.object({
  status: MembershipStatus,
  interval: z.nullable(BillingInterval),
  /** The next payment, or the end when it is cancelled. */
  periodEnd: z.nullable(Instant),
  cancelAtPeriodEnd: z.boolean(),
});
export type Subscription = z.infer<typeof Subscription>;

export const Membership = z.object({
  isSupporter: z.boolean(),
  /** The end of memberships from codes and staff; null for none. */
  grantedUntil: z.nullable(Instant),
  /** The paid subscription; null for none. */
  subscription: z.nullable(Subscription),
});
export type Membership = z.infer<typeof Membership>;

export const MembershipCode = z.object({
  id: z.uuid(),
  /** Its last four characters. */
  hint: z.string(),
  months: z.int(),
  maxUses: z.int(),
  usedCount: z.int(),
  note: z.string(),
  expiresAt: z.nullable(Instant),
  revokedAt: z.nullable(Instant),
  createdAt: Instant,
});
export type MembershipCode = z.infer<typeof MembershipCode>;

const Redirection = z.object({ url: z.string() });

export const membershipsContract = {
  /** Empty without a payment provider: memberships then come from codes. */
  listOffers: route({
    method: "GET",
    path: "/api/memberships/offers",
    access: "guest",
    summary: "The prices of the supporter plan",
    unwatched: "Settings of the server",
    response: z.object({ offers: z.array(Offer) }),
  }),

  getMembership: route({
    method: "GET",
    path: "/api/memberships/mine",
    access: "reader",
    summary: "The user's membership",
    reads: ["membership"],
    response: Membership,
  }),

  startCheckout: route({
    method: "POST",
    path: "/api/memberships/checkout",
    access: "reader",
    budget: "export",
    summary: "Starts a payment and returns the URL of the payment page",
    unchanged: "Opens a page of the payment provider",
    errors: ["conflict", "unavailable"],
    body: z.strictObject({ interval: BillingInterval }),
    response: Redirection,
  }),

  openBilling: route({
    method: "POST",
    path: "/api/memberships/billing",
    access: "reader",
    budget: "export",
    summary: "Returns the URL of the page with invoices and payment methods",
    unchanged: "Opens a page of the payment provider",
    errors: ["conflict", "unavailable"],
    response: Redirection,
  }),

  setRenewal: route({
    method: "PUT",
    path: "/api/memberships/renewal",
    access: "reader",
    summary: "Cancels the subscription at the end of the paid period, or resumes it",
    changes: ["membership", "session"],
    errors: ["conflict", "unavailable"],
    body: z.strictObject({ renews: z.boolean() }),
    response: Membership,
  }),

  redeemCode: route({
    method: "POST",
    path: "/api/memberships/redeem",
    access: "reader",
    budget: "redeem",
    summary: "Redeems a membership code; rejected when the user redeemed it before",
    changes: ["membership", "session"],
    errors: ["conflict"],
    body: z.strictObject({ code: rawText(60).check(z.trim(), z.minLength(1)) }),
    response: Membership,
  }),

  /** Signed by the payment provider; an event acts once. */
  receiveEvent: route({
    method: "POST",
    path: "/api/memberships/webhook",
    access: "guest",
    budget: "upload",
    summary: "Receives a signed event of the payment provider",
    unchanged: "The member is told when the state is fetched",
    errors: ["unavailable"],
    raw: { maxBytes: 1_000_000 },
    response: JobResult,
  }),

  listCodes: route({
    method: "GET",
    path: "/api/admin/membership-codes",
    access: "admin",
    summary: "Membership codes, newest first",
    reads: ["membership-code"],
    query: z.strictObject({ limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "codes",
    response: z.object({ codes: z.array(MembershipCode), nextCursor: z.nullable(Cursor) }),
  }),

  issueCode: route({
    method: "POST",
    path: "/api/admin/membership-codes",
    access: "admin",
    summary: "Creates a membership code, which is returned only once",
    changes: ["membership-code"],
    body: z.strictObject({
      months: z.int().check(z.gte(1), z.lte(120)),
      maxUses: z.int().check(z.gte(1), z.lte(100_000)),
      note: z.optional(prose(200)),
      expiresAt: z.optional(Instant),
    }),
    response: z.object({ code: z.string(), issued: MembershipCode }),
  }),

  revokeCode: route({
    method: "DELETE",
    path: "/api/admin/membership-codes/:codeId",
    access: "admin",
    summary: "Revokes a membership code; existing memberships stay",
    changes: ["membership-code"],
    params: z.strictObject({ codeId: z.uuid() }),
    response: JobResult,
  }),
};
