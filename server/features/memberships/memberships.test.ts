import { eq } from "drizzle-orm";
import { afterAll, test as base, beforeAll, beforeEach, describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { membershipsContract } from "#shared/memberships/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { membershipEvents, memberships, users } from "#server/db/schema/accounts/accounts.ts";
import { deleteDueAccounts } from "#server/features/accounts/deletion.ts";
import { startStripePeer } from "#server/testing/peers/stripe-peer.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { reconcileMemberships } from "./jobs.ts";

const { getMembership, redeemCode, issueCode, revokeCode, listCodes, startCheckout, setRenewal, listOffers } =
  membershipsContract;
const day = 24 * 3_600_000;
const toSeconds = (time: number) => Math.floor(time / 1000);

describe("membership codes", () => {
  const issue = async (app: TestApp, body: { months: number; maxUses: number; expiresAt?: Date }) =>
    app.as(await app.make.user({ isAdmin: true }))(issueCode, { body });

  test("add months to a membership", async ({ app }) => {
    const reader = await app.make.user();
    const first = await issue(app, { months: 3, maxUses: 1 });
    const second = await issue(app, { months: 1, maxUses: 1 });

    const typed = first.code.toLowerCase().replaceAll("-", " ");
    const after = await app.as(reader)(redeemCode, { body: { code: typed } });
    expect(after.isSupporter).toBe(true);
    expect(after.grantedUntil?.toISOString()).toBe("2026-06-01T12:00:00.000Z");

    const extended = await app.as(reader)(redeemCode, { body: { code: second.code } });
    expect(extended.grantedUntil?.toISOString()).toBe("2026-07-01T12:00:00.000Z");
    expect((await app.as(reader)(accountsContract.getUser, {})).isSupporter).toBe(true);
  });

  test("open premium books until they end; data is kept afterwards", async ({ app }) => {
    const reader = await app.make.user();
    const book = await app.make.audiobook({ chapters: 1, isFree: false });
    const listen = () => app.as(reader)(playerContract.getPlaylist, { params: { bookId: book.id } });
    const before = await listen();
    const { code } = await issue(app, { months: 1, maxUses: 1 });
    await app.as(reader)(redeemCode, { body: { code } });
    const during = await listen();
    app.setClock(new Date("2026-04-02T12:00:00Z"));
    await app.services.live.broadcast("user-changed", reader.id);

    const ended = await app.as(reader)(getMembership, {});

    app.setClock(new Date("2026-03-01T12:00:00Z"));
    expect(ended).toMatchObject({ isSupporter: false, grantedUntil: null });
    expect(before).not.toEqual(during);
  });

  test("are used once per user, within their limit, also concurrently", async ({ app }) => {
    const { code } = await issue(app, { months: 1, maxUses: 2 });
    const readers = await Promise.all(Array.from({ length: 6 }, () => app.make.user()));
    const results = await Promise.allSettled(
      readers.flatMap((reader) => [
        app.as(reader)(redeemCode, { body: { code } }),
        app.as(reader)(redeemCode, { body: { code } }),
      ]),
    );

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const admin = await app.make.user({ isAdmin: true });
    const { codes } = await app.as(admin)(listCodes, { query: {} });
    expect(codes.find(({ hint }) => code.endsWith(hint))).toMatchObject({ usedCount: 2 });
    expect(JSON.stringify(codes)).not.toContain(code);
  });

  test("are rejected when unknown, expired or revoked", async ({ app }) => {
    const reader = await app.make.user();
    const admin = await app.make.user({ isAdmin: true });
    const { code: expired } = await issue(app, { months: 1, maxUses: 1, expiresAt: new Date("2026-03-02") });
    const revoked = await issue(app, { months: 1, maxUses: 1 });
    await app.as(admin)(revokeCode, { params: { codeId: revoked.issued.id } });
    app.setClock(new Date("2026-03-03T12:00:00Z"));
    for (const code of [expired, revoked.code, "AAAA-BBBB-CCCC-DDDD"]) {
      await expect(app.as(reader)(redeemCode, { body: { code } })).rejects.toMatchObject({ status: 400 });
    }
    app.setClock(new Date("2026-03-01T12:00:00Z"));
    const employee = await app.make.user({ isEmployee: true });
    await expect(app.as(employee)(issueCode, { body: { months: 1, maxUses: 1 } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test("are the only way without a payment provider", async ({ app }) => {
    const reader = await app.make.user();
    expect(await app.as(null)(listOffers, {})).toEqual({ offers: [] });
    await expect(app.as(reader)(startCheckout, { body: { interval: "month" } })).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe("a subscription", () => {
  let peer: Awaited<ReturnType<typeof startStripePeer>>;
  let app: TestApp;
  let reader: User;
  const now = new Date("2026-03-01T12:00:00Z");
  const month = toSeconds(now.getTime() + 30 * day);
  let serial = 0;

  beforeAll(async () => {
    peer = await startStripePeer();
    app = await startTestApp({ stripe: peer.settings });
  });
  afterAll(async () => {
    await app.stop();
    await peer.stop();
  });
  beforeEach(async () => {
    app.setClock(now);
    peer.subscriptions.clear();
    peer.requests.length = 0;
    reader = await app.make.user();
  });

  const post = (payload: string, signature: string) =>
    app.fetch("/api/memberships/webhook", {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
      body: payload,
    });
  const send = async (type: string, id: string, eventId = `evt_${++serial}`, at = now) => {
    const { payload, signature } = peer.makeEvent(eventId, type, id, at);
    return post(payload, signature);
  };
  const getOwnMembership = () => app.as(reader)(getMembership, {});

  base("starts on the provider's page with the prices that the provider has", async () => {
    const { offers } = await app.as(null)(listOffers, {});
    expect(offers).toEqual([
      { interval: "month", amount: 500, currency: "EUR" },
      { interval: "year", amount: 5000, currency: "EUR" },
    ]);

    const { url } = await app.as(reader)(startCheckout, { body: { interval: "year" } });

    expect(url).toBe("https://checkout.stripe.test/pay");
    const checkoutRequest = peer.requests.find(({ path }) => path === "/v1/checkout/sessions");
    expect(checkoutRequest?.body.get("line_items[0][price]")).toBe("price_year");
    expect(checkoutRequest?.body.get("subscription_data[metadata][userId]")).toBe(reader.id);
    expect(checkoutRequest?.key).not.toBe("");
  });

  base("counts once however often its events arrive, and in any order", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    for (let n = 0; n < 5; n++) {
      expect((await send("checkout.session.completed", one.id, "evt_repeated")).status).toBe(200);
    }
    expect(await getOwnMembership()).toMatchObject({
      isSupporter: true,
      subscription: { status: "active", interval: "month" },
    });
    expect(await app.db.$count(membershipEvents, eq(membershipEvents.eventId, "evt_repeated"))).toBe(1);

    Object.assign(one, { status: "canceled", endedAt: toSeconds(now.getTime()) - 1 });
    await send("customer.subscription.deleted", one.id);
    // An older event that arrives late fetches the same, current state.
    await send("customer.subscription.updated", one.id);
    expect(await getOwnMembership()).toMatchObject({ isSupporter: false, subscription: null });
    expect(await app.db.$count(memberships, eq(memberships.userId, reader.id))).toBe(1);
  });

  base("is not made by a forged, an old or a foreign event", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    const { payload } = peer.makeEvent("evt_forged", "checkout.session.completed", one.id, now);
    expect((await post(payload, "t=1,v1=00")).status).toBe(400);
    const late = await send(
      "checkout.session.completed",
      one.id,
      "evt_old",
      new Date(now.getTime() - 301_000),
    );
    expect(late.status).toBe(400);
    const changed = peer.makeEvent("evt_changed", "checkout.session.completed", one.id, now);
    expect(
      (await post(changed.payload.replace("evt_changed", "evt_swapped"), changed.signature)).status,
    ).toBe(400);
    const other = peer.add({
      id: `sub_${++serial}`,
      userId: reader.id,
      periodEnd: month,
      price: "price_of_others",
    });
    expect((await send("checkout.session.completed", other.id)).status).toBe(200);

    expect((await getOwnMembership()).isSupporter).toBe(false);
  });

  base("is handled when the provider answers again", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    peer.setDown(true);
    expect((await send("checkout.session.completed", one.id, "evt_down")).status).toBe(503);
    peer.setDown(false);
    expect((await send("checkout.session.completed", one.id, "evt_down")).status).toBe(200);
    expect((await getOwnMembership()).isSupporter).toBe(true);
  });

  base("stays valid for a week after a failed payment", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month, status: "past_due" });
    await send("customer.subscription.updated", one.id);
    app.setClock(new Date(month * 1000 + 6 * day));
    expect(await getOwnMembership()).toMatchObject({
      isSupporter: true,
      subscription: { status: "past-due" },
    });
    app.setClock(new Date(month * 1000 + 8 * day));
    expect((await getOwnMembership()).isSupporter).toBe(false);
  });

  base("is cancelled for the end of the period, and resumed", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("checkout.session.completed", one.id);
    await expect(app.as(reader)(startCheckout, { body: { interval: "month" } })).rejects.toMatchObject({
      status: 409,
    });

    const cancelled = await app.as(reader)(setRenewal, { body: { renews: false } });
    expect(cancelled).toMatchObject({ isSupporter: true, subscription: { cancelAtPeriodEnd: true } });
    app.setClock(new Date(month * 1000 + 1000));
    expect((await getOwnMembership()).isSupporter).toBe(false);
    app.setClock(now);
    expect(await app.as(reader)(setRenewal, { body: { renews: true } })).toMatchObject({
      subscription: { cancelAtPeriodEnd: false },
    });
  });

  base("whose events were missed is found by the daily reconciliation", async () => {
    peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await reconcileMemberships.run(app.services, {});
    expect((await getOwnMembership()).isSupporter).toBe(true);
  });

  base("ends with the account", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("checkout.session.completed", one.id);
    await app.db
      .update(users)
      .set({ deletionRequestedAt: new Date("2026-01-01") })
      .where(eq(users.id, reader.id));

    await deleteDueAccounts(app.services);
    await app.runJobs();

    expect(one.status).toBe("canceled");
    expect(await app.db.$count(memberships, eq(memberships.userId, reader.id))).toBe(0);
  });

  base("does not take away what a code gave", async () => {
    const admin = await app.make.user({ isAdmin: true });
    const { code } = await app.as(admin)(issueCode, { body: { months: 12, maxUses: 1 } });
    await app.as(reader)(redeemCode, { body: { code } });
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("checkout.session.completed", one.id);
    Object.assign(one, { status: "canceled", endedAt: toSeconds(now.getTime()) - 1 });
    await send("customer.subscription.deleted", one.id);

    expect(await getOwnMembership()).toMatchObject({ isSupporter: true, subscription: null });
  });
});
