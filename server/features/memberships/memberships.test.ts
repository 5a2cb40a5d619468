import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { membershipsContract } from "#shared/memberships/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

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
});
