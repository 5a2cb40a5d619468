import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { membershipsContract } from "#shared/memberships/contract.ts";
import {
  auditLog,
  membershipCancellations,
  membershipEvents,
  memberships,
  users,
} from "#server/db/schema/accounts/accounts.ts";
import { deleteDueAccounts } from "#server/features/accounts/deletion.ts";
import { startStripePeer } from "#server/testing/peers/stripe-peer.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { cancelMemberships, reconcileMemberships } from "./jobs.ts";

const { getMembership, redeemCode, issueCode, startCheckout, openBilling, setRenewal, listOffers } =
  membershipsContract;
const day = 24 * 3_600_000;
const toSeconds = (time: number) => Math.floor(time / 1000);

describe("a subscription", () => {
  let peer: Awaited<ReturnType<typeof startStripePeer>>;
  let app: TestApp;
  let reader: User;
  const now = new Date("2026-03-01T12:00:00Z");
  const month = toSeconds(now.getTime() + 30 * day);
  const year = toSeconds(now.getTime() + 365 * day);
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
    peer.onReply(() => {});
    peer.setDown(false);
    await app.db.delete(membershipCancellations);
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

  test("starts on the provider's page with the prices that the provider has", async () => {
    const { offers } = await app.as(null)(listOffers, {});
    expect(offers).toEqual([
      { interval: "month", amount: 500, currency: "EUR" },
      { interval: "year", amount: 5000, currency: "EUR" },
    ]);

    const { url } = await app.as(reader)(startCheckout, { body: { interval: "year" } });

    expect(url).toMatch(/^https:\/\/checkout\.stripe\.test\/cs_\d+$/);
    const checkoutRequest = peer.requests.find(({ path }) => path === "/v1/checkout/sessions");
    expect(checkoutRequest?.body.get("line_items[0][price]")).toBe("price_year");
    expect(checkoutRequest?.body.get("subscription_data[metadata][userId]")).toBe(reader.id);
    expect(checkoutRequest?.key).not.toBe("");
  });

  test("counts once however often its events arrive, and in any order", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    for (let n = 0; n < 5; n++) {
      expect((await send("checkout.session.completed", one.id, "evt_repeated")).status).toBe(200);
    }
    expect(await getOwnMembership()).toMatchObject({
      isSupporter: true,
      subscription: { status: "active", interval: "month" },
    });
    expect(await app.db.$count(membershipEvents, eq(membershipEvents.eventId, "evt_repeated"))).toBe(1);
    const parallel = [1, 2, 3].map(() => send("checkout.session.completed", one.id, "evt_parallel"));
    expect((await Promise.all(parallel)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await app.db.$count(membershipEvents, eq(membershipEvents.eventId, "evt_parallel"))).toBe(1);

    Object.assign(one, { status: "canceled", endedAt: toSeconds(now.getTime()) - 1 });
    await send("customer.subscription.deleted", one.id);
    // An older event that arrives late fetches the same, current state.
    await send("customer.subscription.updated", one.id);
    expect(await getOwnMembership()).toMatchObject({ isSupporter: false, subscription: null });
    expect(await app.db.$count(memberships, eq(memberships.userId, reader.id))).toBe(1);
  });

  test("is not made by a forged, an old or a foreign event", async () => {
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

  test("is handled when the provider answers again", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    peer.setDown(true);
    expect((await send("checkout.session.completed", one.id, "evt_down")).status).toBe(503);
    peer.setDown(false);
    expect((await send("checkout.session.completed", one.id, "evt_down")).status).toBe(200);
    expect((await getOwnMembership()).isSupporter).toBe(true);
  });

  test("stays valid for a week after a failed payment", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: year, price: "price_year" });
    await send("checkout.session.completed", one.id);
    // The period that could not be paid has begun.
    Object.assign(one, {
      status: "past_due",
      periodStart: year,
      periodEnd: toSeconds(year * 1000 + 365 * day),
    });
    app.setClock(new Date(year * 1000 + 6 * day));
    await send("customer.subscription.updated", one.id, undefined, new Date(year * 1000 + 6 * day));
    expect(await getOwnMembership()).toMatchObject({
      isSupporter: true,
      subscription: { status: "past-due", periodEnd: new Date(year * 1000) },
    });
    app.setClock(new Date(year * 1000 + 8 * day));
    expect((await getOwnMembership()).isSupporter).toBe(false);
  });

  test("is cancelled for the end of the period, and resumed", async () => {
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

  test("whose events were missed is found by the daily reconciliation", async () => {
    peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await reconcileMemberships.run(app.services, {});
    expect((await getOwnMembership()).isSupporter).toBe(true);
  });

  test("ends with the account", async () => {
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

  test("does not take away what a code gave", async () => {
    const admin = await app.make.user({ isAdmin: true });
    const { code } = await app.as(admin)(issueCode, { body: { months: 12, maxUses: 1 } });
    await app.as(reader)(redeemCode, { body: { code } });
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("checkout.session.completed", one.id);
    Object.assign(one, { status: "canceled", endedAt: toSeconds(now.getTime()) - 1 });
    await send("customer.subscription.deleted", one.id);

    expect(await getOwnMembership()).toMatchObject({ isSupporter: true, subscription: null });
  });

  test.each([
    ["active", true],
    ["trialing", true],
    ["past_due", true],
    ["unpaid", false],
    ["incomplete", false],
    ["incomplete_expired", false],
    ["paused", false],
    ["canceled", false],
  ])("with the status %s makes a supporter: %s", async (status, isSupporter) => {
    const start = toSeconds(now.getTime() - day);
    const one = peer.add({
      id: `sub_${++serial}`,
      userId: reader.id,
      status,
      price: "price_year",
      periodStart: start,
      periodEnd: year,
      endedAt: status === "canceled" ? start : null,
    });
    await send("customer.subscription.updated", one.id);

    expect((await getOwnMembership()).isSupporter).toBe(isSupporter);
    const [stored] = await app.db.select().from(memberships).where(eq(memberships.userId, reader.id));
    const until = { active: year * 1000 + 7 * day, trialing: year * 1000 + 7 * day }[status];
    expect(stored?.validUntil.getTime()).toBe(until ?? start * 1000 + (status === "past_due" ? 7 * day : 0));
  });

  test("keeps paid periods when it ends late or early", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    Object.assign(one, { cancelAtPeriodEnd: true });
    await send("customer.subscription.updated", one.id);
    app.setClock(new Date(month * 1000 - 1000));
    expect((await getOwnMembership()).isSupporter).toBe(true);
    app.setClock(new Date(month * 1000 + 1000));
    expect((await getOwnMembership()).isSupporter).toBe(false);
  });

  test("is paid on one page, however many tabs ask for it", async () => {
    const ask = (interval: "month" | "year") => app.as(reader)(startCheckout, { body: { interval } });
    const pages = await Promise.all([ask("month"), ask("month"), ask("month")]);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);

    const other = await ask("year");
    expect(other.url).not.toBe(pages[0]?.url);
    const own = [...peer.checkouts.values()].filter(({ userId }) => userId === reader.id);
    expect(own.map(({ status }) => status)).toEqual(["expired", "open"]);

    const again = await ask("month");
    expect([...peer.checkouts.values()].find(({ id }) => again.url.endsWith(id))?.status).toBe("open");
    const neighbour = await app.make.user();
    await app.as(neighbour)(startCheckout, { body: { interval: "year" } });
    expect([...peer.checkouts.values()].find(({ id }) => again.url.endsWith(id))?.status).toBe("open");
  });

  test("that was just paid is found before its event arrives", async () => {
    const { url } = await app.as(reader)(startCheckout, { body: { interval: "month" } });
    const checkout = [...peer.checkouts.values()].find(({ id }) => url.endsWith(`/${id}`));
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    Object.assign(checkout ?? {}, { status: "complete", subscription: one.id });

    await expect(app.as(reader)(startCheckout, { body: { interval: "year" } })).rejects.toMatchObject({
      status: 409,
    });

    expect((await getOwnMembership()).isSupporter).toBe(true);
  });

  test("that another replaces is cancelled, in any order of events", async () => {
    const first = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    const second = peer.add({
      id: `sub_${++serial}`,
      userId: reader.id,
      periodEnd: month,
      created: first.created + 60,
      customer: "cus_2",
    });
    const neighbour = await app.make.user();
    const foreign = peer.add({ id: `sub_${++serial}`, userId: neighbour.id, periodEnd: month });
    await send("checkout.session.completed", foreign.id);
    await send("checkout.session.completed", second.id);
    await send("checkout.session.completed", first.id);
    await send("customer.subscription.updated", second.id);
    await app.runJobs();
    await send("customer.subscription.deleted", first.id);
    await app.runJobs();

    expect([first, second, foreign].map(({ status }) => status)).toEqual(["canceled", "active", "active"]);
    const rows = await app.db.select().from(memberships).where(eq(memberships.userId, reader.id));
    expect(rows.map(({ subscriptionId, status }) => [subscriptionId, status])).toEqual([
      [second.id, "active"],
    ]);
    expect(await app.db.$count(membershipCancellations)).toBe(0);
  });

  test("that is unpaid is replaced and cancelled when another is paid", async () => {
    const unpaid = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month, status: "unpaid" });
    await send("customer.subscription.updated", unpaid.id);
    const paid = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("checkout.session.completed", paid.id);
    // An older page that is paid now does not bring the unpaid one back.
    await send("customer.subscription.updated", unpaid.id);
    await app.runJobs();

    expect([unpaid.status, paid.status]).toEqual(["canceled", "active"]);
    expect((await getOwnMembership()).isSupporter).toBe(true);
  });

  test("is fetched after the lock, so that a slow reply does not bring an old state back", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("checkout.session.completed", one.id);
    let fetches = 0;
    peer.onReply(async (method, path) => {
      if (method !== "GET" || path !== `/v1/subscriptions/${one.id}` || ++fetches > 1) return;
      // The state changes, and its event is handled, while the first reply is on its way.
      Object.assign(one, { status: "canceled", endedAt: toSeconds(now.getTime()) - 1 });
      await send("customer.subscription.deleted", one.id);
    });
    await send("customer.subscription.updated", one.id);

    expect((await getOwnMembership()).isSupporter).toBe(false);
  });

  test("ends with the account also after an outage that outlasts the job", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month, status: "unpaid" });
    await send("customer.subscription.updated", one.id);
    const { url } = await app.as(reader)(startCheckout, { body: { interval: "month" } });
    await app.db
      .update(users)
      .set({ deletionRequestedAt: new Date("2026-01-01") })
      .where(eq(users.id, reader.id));
    await deleteDueAccounts(app.services);
    peer.setDown(true);
    await expect(app.runJobs()).rejects.toThrow("cancellations");
    peer.setDown(false);
    await reconcileMemberships.run(app.services, {});
    await app.runJobs();

    expect(one.status).toBe("canceled");
    expect([...peer.checkouts.values()].find(({ id }) => url.endsWith(`/${id}`))?.status).toBe("expired");
    expect(await app.db.$count(membershipCancellations)).toBe(0);
  });

  test("that nobody owns is not charged again", async () => {
    const base = { userId: crypto.randomUUID(), periodEnd: month };
    const paid = peer.add({ ...base, id: `sub_${++serial}` });
    const failed = peer.add({ ...base, id: `sub_${++serial}`, status: "past_due" });
    const foreign = peer.add({ ...base, id: `sub_${++serial}`, site: "https://other.example" });
    const other = peer.add({ ...base, id: `sub_${++serial}`, price: "price_of_others" });
    await reconcileMemberships.run(app.services, {});
    await app.runJobs();

    expect(paid).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
    expect(failed.status).toBe("canceled");
    for (const each of [foreign, other]) {
      expect(each).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
    }
    expect(await app.db.$count(membershipCancellations)).toBe(0);
  });

  test("is corrected each night although one of them cannot be fetched", async () => {
    const lost = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("checkout.session.completed", lost.id);
    peer.subscriptions.delete(lost.id);
    const neighbour = await app.make.user();
    const ended = peer.add({ id: `sub_${++serial}`, userId: neighbour.id, periodEnd: month });
    await send("checkout.session.completed", ended.id);
    Object.assign(ended, { status: "canceled", endedAt: toSeconds(now.getTime()) - 1 });
    await reconcileMemberships.run(app.services, {});

    expect((await app.as(neighbour)(getMembership, {})).isSupporter).toBe(false);
    expect((await getOwnMembership()).isSupporter).toBe(true);
  });

  test("stays cancelled or resumed as the reader chose during an outage", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("checkout.session.completed", one.id);
    peer.setDown(true);
    await expect(app.as(reader)(setRenewal, { body: { renews: false } })).rejects.toMatchObject({
      status: 503,
    });
    peer.setDown(false);
    expect((await getOwnMembership()).subscription?.cancelAtPeriodEnd).toBe(false);
  });

  test.each([
    "null",
    "[]",
    "{",
    JSON.stringify({ id: "evt_a", type: "customer.subscription.updated" }),
    JSON.stringify({ id: "evt_b", type: "customer.subscription.updated", data: { object: {} } }),
    JSON.stringify({ id: "evt_c", type: "customer.subscription.updated", data: { object: { id: "" } } }),
    JSON.stringify({ id: "evt_d", type: "invoice.paid", data: { object: { subscription: 7 } } }),
    JSON.stringify({ id: "evt_e", type: "invoice.paid", data: { object: { parent: "sub_1" } } }),
    JSON.stringify({ id: "evt_f", type: "invoice.paid", data: { object: null } }),
    JSON.stringify({ id: "evt_g", type: 5, data: { object: {} } }),
    JSON.stringify({ id: 1, type: "invoice.paid", data: { object: {} } }),
    JSON.stringify({ id: "evt_\u0000", type: "invoice.paid", data: { object: {} } }),
    JSON.stringify({ id: "e".repeat(300), type: "invoice.paid", data: { object: {} } }),
    JSON.stringify({ type: "invoice.paid", data: { object: {} } }),
  ])("is not touched by a signed event that is malformed: %s", async (body) => {
    const { payload, signature } = peer.sign(body, now);
    const before = await app.db.$count(membershipEvents);
    expect((await post(payload, signature)).status).toBe(400);
    expect(await app.db.$count(membershipEvents)).toBe(before);
  });

  test("is not touched by events about other things and unknown subscriptions", async () => {
    const { payload, signature } = peer.sign(
      JSON.stringify({
        id: "evt_other",
        object: "event",
        type: "charge.succeeded",
        data: { object: { subscription: 7 } },
      }),
      now,
    );
    expect((await post(payload, signature)).status).toBe(200);
    expect((await send("customer.subscription.updated", "sub_unknown")).status).toBe(200);
  });

  test("has a page with invoices once it exists", async () => {
    await expect(app.as(reader)(openBilling, {})).rejects.toMatchObject({ status: 409 });
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month, customer: "cus_own" });
    await send("customer.subscription.updated", one.id);

    expect(await app.as(reader)(openBilling, {})).toEqual({ url: "https://billing.stripe.test/me" });

    const request = peer.requests.find(({ path }) => path === "/v1/billing_portal/sessions");
    expect(Object.fromEntries(request?.body ?? [])).toEqual({
      customer: "cus_own",
      return_url: "http://localhost/subscribe",
    });
  });

  test("is renewed or cancelled by its own reader only, while it runs", async () => {
    const neighbour = await app.make.user();
    const [one, other] = [reader, neighbour].map(({ id }) =>
      peer.add({ id: `sub_${++serial}`, userId: id, periodEnd: month }),
    );
    const renew = (renews: boolean) => app.as(reader)(setRenewal, { body: { renews } });
    await expect(renew(false)).rejects.toMatchObject({ status: 409 });
    for (const each of [one, other]) await send("customer.subscription.updated", each?.id ?? "");
    const requestedAt = now;
    const listed = [
      { targetId: one?.id ?? "", action: "cancel-at-period-end", requestedAt },
      { targetId: other?.id ?? "", action: "cancel-at-period-end", requestedAt },
    ] as const;
    await app.db.insert(membershipCancellations).values([...listed]);
    const before = await listRowsAbout(app.db, [neighbour.id]);

    await renew(false);
    expect([one?.cancelAtPeriodEnd, other?.cancelAtPeriodEnd]).toEqual([true, false]);
    await renew(true);

    expect([one?.cancelAtPeriodEnd, other?.cancelAtPeriodEnd]).toEqual([false, false]);
    expect(await listRowsAbout(app.db, [neighbour.id])).toEqual(before);
    expect(await app.db.select().from(membershipCancellations)).toEqual(listed.slice(1));
    const final = { targetId: one?.id ?? "", action: "cancel", requestedAt } as const;
    await app.db.insert(membershipCancellations).values(final);
    await renew(true);
    expect(await app.db.select().from(membershipCancellations)).toEqual([...listed.slice(1), final]);
    Object.assign(one ?? {}, { status: "canceled", endedAt: toSeconds(now.getTime()) - 1 });
    await send("customer.subscription.deleted", one?.id ?? "");
    await expect(renew(true)).rejects.toMatchObject({ status: 409 });
  });

  test("that has ended is shown until its end", async () => {
    const ended = toSeconds(now.getTime()) + 60;
    const one = peer.add({
      id: `sub_${++serial}`,
      userId: reader.id,
      periodEnd: month,
      status: "canceled",
      endedAt: ended,
    });
    await send("customer.subscription.deleted", one.id);
    expect(await getOwnMembership()).toMatchObject({ isSupporter: true, subscription: { status: "ended" } });
    app.setClock(new Date(ended * 1000));
    expect(await getOwnMembership()).toMatchObject({ isSupporter: false, subscription: null });
  });

  test("is bought for the reader's account and site, as the customer that it was before", async () => {
    const checkOut = async () => {
      await app.as(reader)(startCheckout, { body: { interval: "month" } });
      const { body, key } = peer.requests.findLast(({ path }) => path === "/v1/checkout/sessions") ?? {};
      return { ...Object.fromEntries(body ?? []), key };
    };
    const first = await checkOut();
    expect(first).toEqual({
      mode: "subscription",
      "line_items[0][price]": "price_month",
      "line_items[0][quantity]": "1",
      client_reference_id: reader.id,
      "metadata[userId]": reader.id,
      "metadata[site]": "http://localhost",
      "subscription_data[metadata][userId]": reader.id,
      "subscription_data[metadata][site]": "http://localhost",
      customer_email: reader.email,
      success_url: "http://localhost/subscribe?paid=yes",
      cancel_url: "http://localhost/subscribe",
      key: expect.stringContaining(`checkout:${reader.id}:month:first:`),
    });
    const [checkout] = [...peer.checkouts.values()].filter(({ userId }) => userId === reader.id);
    Object.assign(checkout ?? {}, { status: "expired" });
    const one = peer.add({
      id: `sub_${++serial}`,
      userId: reader.id,
      periodEnd: month,
      status: "unpaid",
      customer: "cus_before",
    });
    await send("customer.subscription.updated", one.id);

    const second = await checkOut();

    expect(second).toMatchObject({
      customer: "cus_before",
      key: expect.stringContaining(checkout?.id ?? ""),
    });
    expect(second).not.toHaveProperty("customer_email");
  });

  test("is corrected each night in every field, and fetched only when it differs", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    await send("customer.subscription.updated", one.id);
    const fetchesOf = async () => {
      peer.requests.length = 0;
      await reconcileMemberships.run(app.services, {});
      return peer.requests.filter(({ path }) => path === `/v1/subscriptions/${one.id}`).length;
    };
    expect(await fetchesOf()).toBe(0);
    for (const change of [
      { status: "past_due" },
      { status: "active", cancelAtPeriodEnd: true },
      { cancelAtPeriodEnd: false },
      { periodEnd: month + 60 },
      { price: "price_year" },
    ]) {
      Object.assign(one, change);
      expect(await fetchesOf()).toBeGreaterThan(0);
      expect(await fetchesOf()).toBe(0);
    }
    expect(await getOwnMembership()).toMatchObject({
      subscription: { status: "active", interval: "year", cancelAtPeriodEnd: false },
    });
    expect(app.listQueuedJobs()).toContain("memberships.cancel");
    Object.assign(one, { status: "canceled", endedAt: toSeconds(now.getTime()) - 1 });
    await send("customer.subscription.deleted", one.id);
    expect(await fetchesOf()).toBe(0);
  });

  test("is cancelled as often as needed, and what cannot be is left for the next time", async () => {
    const add = (more: object = {}) =>
      peer.add({ id: `sub_${++serial}`, userId: crypto.randomUUID(), periodEnd: month, ...more });
    const [running, ended, kept] = [add(), add({ status: "canceled" }), add()];
    const targets = [
      ["sub_missing", "cancel"],
      [running.id, "cancel-at-period-end"],
      [ended.id, "cancel-at-period-end"],
      ["sub_gone", "cancel-at-period-end"],
      ["cs_missing", "expire-checkout"],
    ] as const;
    await app.db.insert(membershipCancellations).values(
      targets.map(([targetId, action], n) => ({
        targetId,
        action,
        requestedAt: new Date(now.getTime() + n),
      })),
    );
    await cancelMemberships.run(app.services, {});
    expect(await app.db.$count(membershipCancellations)).toBe(0);
    expect([running, ended, kept].map(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd)).toEqual([
      true,
      false,
      false,
    ]);
    expect(peer.requests.filter(({ method }) => method === "POST")).toHaveLength(1);

    const [refused, next] = [add(), add()];
    await app.db.insert(membershipCancellations).values(
      [refused, next].map(({ id }, n) => ({
        targetId: id,
        action: "cancel" as const,
        requestedAt: new Date(now.getTime() + n),
      })),
    );
    peer.setDown(true);
    let replies = 0;
    // The client repeats a failed call once.
    peer.onReply(() => peer.setDown(++replies < 2));
    await expect(cancelMemberships.run(app.services, {})).rejects.toThrow("1 cancellations");
    const left = await app.db.select().from(membershipCancellations);
    expect(left.map(({ targetId }) => targetId)).toEqual([refused.id]);
    expect([next.status, kept.status]).toEqual(["canceled", "active"]);
  });

  test("of no account is cancelled once, at its end when paid, by its own site", async () => {
    const base = { userId: crypto.randomUUID(), periodEnd: month };
    const own = peer.add({ ...base, id: `sub_${++serial}`, site: "http://localhost" });
    const cancelled = peer.add({ ...base, id: `sub_${++serial}`, cancelAtPeriodEnd: true });
    const failed = peer.add({ ...base, id: `sub_${++serial}`, status: "unpaid", cancelAtPeriodEnd: true });
    await reconcileMemberships.run(app.services, {});

    const listed = await app.db.select().from(membershipCancellations);
    expect(new Set(listed.map(({ targetId, action }) => `${targetId} ${action}`))).toEqual(
      new Set([`${own.id} cancel-at-period-end`, `${failed.id} cancel`]),
    );
    expect(cancelled.status).toBe("active");
  });

  test.each([
    ["an invoice", "invoice.paid", (id: string) => ({ subscription: id })],
    ["an expanded one", "checkout.session.completed", (id: string) => ({ subscription: { id } })],
    [
      "a newer invoice",
      "invoice.payment_failed",
      (id: string) => ({ parent: { subscription_details: { subscription: id } } }),
    ],
  ])("is found from %s", async (_name, type, toObject) => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    const event = { id: `evt_${++serial}`, object: "event", type, data: { object: toObject(one.id) } };
    const { payload, signature } = peer.sign(JSON.stringify(event), now);
    expect((await post(payload, signature)).status).toBe(200);
    expect((await getOwnMembership()).isSupporter).toBe(true);
  });

  test("is audited and announced when it changes", async () => {
    const one = peer.add({ id: `sub_${++serial}`, userId: reader.id, periodEnd: month });
    const list = () => app.db.select().from(auditLog).where(eq(auditLog.target, reader.id));
    for (let n = 0; n < 2; n++) await send("customer.subscription.updated", one.id);
    expect(await list()).toHaveLength(1);
    Object.assign(one, { cancelAtPeriodEnd: true });
    await send("customer.subscription.updated", one.id);
    expect((await list()).map(({ action, details }) => [action, details])).toEqual([
      ["membership.changed", { status: "active", cancels: false }],
      ["membership.changed", { status: "active", cancels: true }],
    ]);
    expect(app.published).toContainEqual({ userId: reader.id, event: { topics: ["session", "membership"] } });
  });

  test("has prices that are fetched once an hour, and none during an outage", async () => {
    peer.setDown(true);
    const other = await startTestApp({ stripe: { ...peer.settings } });
    try {
      expect(await other.as(null)(listOffers, {})).toEqual({ offers: [] });
      peer.setDown(false);
      for (let n = 0; n < 3; n++) expect((await other.as(null)(listOffers, {})).offers).toHaveLength(2);
      expect(peer.requests.filter(({ path }) => path === "/v1/prices/price_month").length).toBeLessThan(4);
    } finally {
      await other.stop();
    }
  });

  test("has one open page, also when both intervals are asked for at once", async () => {
    const ask = (interval: "month" | "year") => app.as(reader)(startCheckout, { body: { interval } });
    await Promise.all([ask("month"), ask("year"), ask("month"), ask("year")]);
    const own = [...peer.checkouts.values()].filter(({ userId }) => userId === reader.id);
    expect(own.filter(({ status }) => status === "open")).toHaveLength(1);
  });

  test("can be bought by a reader whose membership comes from a code", async () => {
    const admin = await app.make.user({ isAdmin: true });
    const { code } = await app.as(admin)(issueCode, { body: { months: 12, maxUses: 1 } });
    await app.as(reader)(redeemCode, { body: { code } });
    await expect(app.as(reader)(setRenewal, { body: { renews: false } })).rejects.toMatchObject({
      status: 409,
    });
    const { url } = await app.as(reader)(startCheckout, { body: { interval: "month" } });
    expect(url).toContain("checkout.stripe.test");
  });
});
