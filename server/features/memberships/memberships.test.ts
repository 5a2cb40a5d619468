import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { membershipsContract } from "#shared/memberships/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import {
  membershipCancellations,
  membershipEvents,
  memberships,
} from "#server/db/schema/accounts/accounts.ts";
import { unknownId } from "#server/testing/factories.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { cancelMemberships, reconcileMemberships } from "./jobs.ts";

const { getMembership, redeemCode, issueCode, revokeCode, listCodes, startCheckout, listOffers } =
  membershipsContract;

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

  test("are shown once, and of others only the end is known", async ({ app }) => {
    const { code, issued } = await issue(app, { months: 3, maxUses: 2 });
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(issued).toMatchObject({ hint: code.slice(-4), months: 3, maxUses: 2, usedCount: 0, note: "" });
    expect((await issue(app, { months: 3, maxUses: 2 })).code).not.toBe(code);
    await expect(
      issue(app, { months: 1, maxUses: 1, expiresAt: app.services.clock() }),
    ).rejects.toMatchObject({ status: 400 });
  });

  test("extend a membership that ended from now, and no other membership or code", async ({ app }) => {
    const [reader, neighbour] = [await app.make.user(), await app.make.user()];
    const [code, other] = [
      await issue(app, { months: 1, maxUses: 5 }),
      await issue(app, { months: 1, maxUses: 5 }),
    ];
    await app.as(neighbour)(redeemCode, { body: { code: other.code } });
    await app.db
      .insert(memberships)
      .values({ userId: reader.id, plan: "supporter", validUntil: new Date("2026-01-01") });
    const ids = [neighbour.id, other.issued.id];
    const before = await listRowsAbout(app.db, ids);

    const { grantedUntil } = await app.as(reader)(redeemCode, { body: { code: code.code } });

    expect(grantedUntil?.toISOString()).toBe("2026-04-01T12:00:00.000Z");
    await expect(app.as(reader)(redeemCode, { body: { code: code.code } })).rejects.toMatchObject({
      status: 409,
    });
    expect(await app.as(reader)(getMembership, {})).toMatchObject({ grantedUntil });
    const admin = await app.make.user({ isAdmin: true });
    await app.as(admin)(revokeCode, { params: { codeId: code.issued.id } });
    expect(await listRowsAbout(app.db, ids)).toEqual(before);
    for (const codeId of [code.issued.id, unknownId]) {
      await expect(app.as(admin)(revokeCode, { params: { codeId } })).rejects.toMatchObject({ status: 404 });
    }
  });

  test("that are used up or at their end are refused, and count no use", async ({ app }) => {
    const [first, second] = [await app.make.user(), await app.make.user()];
    const { code } = await issue(app, { months: 1, maxUses: 1 });
    await app.as(first)(redeemCode, { body: { code } });
    await expect(app.as(second)(redeemCode, { body: { code } })).rejects.toMatchObject({
      status: 400,
      problem: { fields: { code: { code: "code_used_up" } } },
    });
    const expiresAt = new Date("2026-03-05T00:00:00Z");
    const limited = await issue(app, { months: 1, maxUses: 9, expiresAt });
    app.setClock(expiresAt);
    await expect(app.as(second)(redeemCode, { body: { code: limited.code } })).rejects.toMatchObject({
      problem: { fields: { code: { code: "code_unknown" } } },
    });
    app.setClock(new Date(expiresAt.getTime() - 1));
    expect((await app.as(second)(redeemCode, { body: { code: limited.code } })).isSupporter).toBe(true);
    app.setClock(new Date("2026-03-01T12:00:00Z"));
  });

  test("are listed newest first, page by page", async ({ app }) => {
    const admin = await app.make.user({ isAdmin: true });
    const issued: string[] = [];
    for (let n = 1; n <= 5; n++) {
      app.setClock(new Date(Date.UTC(2026, 5, n)));
      issued.unshift((await issue(app, { months: n, maxUses: 1 })).issued.id);
    }
    app.setClock(new Date("2026-03-01T12:00:00Z"));
    const list = (cursor: string | null) =>
      app.as(admin)(listCodes, { query: { limit: 2, ...(cursor && { cursor }) } });
    const first = await list(null);
    const second = await list(first.nextCursor);
    const third = await list(second.nextCursor);

    const listed = [first, second, third].flatMap(({ codes }) => codes.map(({ id }) => id));
    expect(listed.slice(0, 5)).toEqual(issued);
    const all = await app.as(admin)(listCodes, { query: {} });
    expect(all.nextCursor).toBeNull();
    expect(all.codes.slice(0, 5).map(({ id }) => id)).toEqual(issued);
    await expect(app.as(admin)(listCodes, { query: { cursor: "x" } })).rejects.toMatchObject({ status: 400 });
  });

  test("need no payment provider for the nightly jobs, which forget events after 90 days", async ({
    app,
  }) => {
    const day = 86_400_000;
    const toEvent = (days: number) => ({
      eventId: `evt_${days}`,
      type: "invoice.paid",
      receivedAt: new Date(app.services.clock().getTime() - days * day),
    });
    await app.db.insert(membershipEvents).values([toEvent(89), toEvent(91)]);
    await app.db.insert(membershipCancellations).values({
      targetId: "sub_1",
      action: "cancel",
      requestedAt: app.services.clock(),
    });

    await reconcileMemberships.run(app.services, {});
    await cancelMemberships.run(app.services, {});

    expect((await app.db.select().from(membershipEvents)).map(({ eventId }) => eventId)).toEqual(["evt_89"]);
    expect(await app.db.$count(membershipCancellations)).toBe(1);
    const event = await app.fetch("/api/memberships/webhook", {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8" },
      body: "{}",
    });
    expect(event.status).toBe(404);
  });
});
