import { describe, expect } from "vitest";
import { accountTokens, recoveryCodes, twoFactor } from "#server/db/schema/accounts/accounts.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { consumeToken, deleteOldTokens, deleteTokens, replaceToken } from "./emails/token-queries.ts";
import {
  confirmSecret,
  consumeRecoveryCode,
  consumeStep,
  deleteTwoFactor,
  findSecret,
  replaceRecoveryCodes,
  saveSecret,
} from "./two-factor/queries.ts";

const now = new Date("2026-03-01T12:00:00Z");
const later = new Date("2026-03-01T13:00:00Z");

const makeTwo = async (app: TestApp) => [await app.make.user(), await app.make.user()] as const;

describe("tokens of emails", () => {
  const listHashes = async (app: TestApp) =>
    (await app.db.select().from(accountTokens)).map(({ tokenHash }) => tokenHash).sort();

  async function setUp(app: TestApp) {
    await app.db.delete(accountTokens);
    const [owner, other] = await makeTwo(app);
    const token = { userId: owner.id, purpose: "reset-password" as const, expiresAt: later };
    await replaceToken(app.db, { ...token, tokenHash: "reset" });
    await replaceToken(app.db, { ...token, tokenHash: "verify", purpose: "verify-email" });
    await replaceToken(app.db, { ...token, tokenHash: "other", userId: other.id });
    return { owner, other, token };
  }

  test("are replaced and deleted for one user and purpose", async ({ app }) => {
    const { owner, token } = await setUp(app);

    await replaceToken(app.db, { ...token, tokenHash: "newer" });
    expect(await listHashes(app)).toEqual(["newer", "other", "verify"]);
    await deleteTokens(app.db, owner.id, "reset-password");
    expect(await listHashes(app)).toEqual(["other", "verify"]);
  });

  test("work once, for their purpose, until they expire", async ({ app }) => {
    const { owner, other } = await setUp(app);

    expect(await consumeToken(app.db, "reset", "verify-email", now)).toBeNull();
    expect(await consumeToken(app.db, "reset", "reset-password", later)).toBeNull();
    expect(await consumeToken(app.db, "reset", "reset-password", now)).toMatchObject({ userId: owner.id });
    expect(await consumeToken(app.db, "reset", "reset-password", now)).toBeNull();
    expect(await consumeToken(app.db, "other", "reset-password", now)).toMatchObject({ userId: other.id });
  });

  test("are deleted once they have expired", async ({ app }) => {
    const { owner, token } = await setUp(app);
    await replaceToken(app.db, { ...token, userId: owner.id, tokenHash: "old", expiresAt: now });

    await deleteOldTokens(app.db, now);

    expect(await listHashes(app)).toEqual(["other", "verify"]);
  });
});

describe("second factors", () => {
  async function setUp(app: TestApp) {
    await app.db.delete(twoFactor);
    await app.db.delete(recoveryCodes);
    const [owner, other] = await makeTwo(app);
    for (const { id } of [owner, other]) {
      await saveSecret(app.db, id, `secret of ${id}`);
      await replaceRecoveryCodes(app.db, id, ["same", `own-${id}`]);
    }
    return { owner, other };
  }

  test("are confirmed for one user, once, and not replaced afterwards", async ({ app }) => {
    const { owner, other } = await setUp(app);

    expect(await confirmSecret(app.db, owner.id, now)).toBe(true);
    expect(await confirmSecret(app.db, owner.id, later)).toBe(false);
    expect(await saveSecret(app.db, owner.id, "stolen")).toBe(false);
    expect(await saveSecret(app.db, other.id, "again")).toBe(true);

    expect(await findSecret(app.db, owner.id, true)).toBe(`secret of ${owner.id}`);
    expect(await findSecret(app.db, other.id, true)).toBeNull();
    expect(await findSecret(app.db, other.id, false)).toBe("again");
  });

  test("accept each time step once and no earlier one, for each user", async ({ app }) => {
    const { owner, other } = await setUp(app);

    expect(await consumeStep(app.db, owner.id, 10)).toBe(true);
    for (const step of [10, 9]) expect(await consumeStep(app.db, owner.id, step)).toBe(false);
    expect(await consumeStep(app.db, other.id, 9)).toBe(true);
    expect(await consumeStep(app.db, owner.id, 11)).toBe(true);
  });

  test("lose a used recovery code of their owner only", async ({ app }) => {
    const { owner, other } = await setUp(app);

    expect(await consumeRecoveryCode(app.db, owner.id, `own-${other.id}`)).toBe(false);
    expect(await consumeRecoveryCode(app.db, owner.id, "same")).toBe(true);
    expect(await consumeRecoveryCode(app.db, owner.id, "same")).toBe(false);

    const left = (await app.db.select().from(recoveryCodes)).map(({ codeHash }) => codeHash);
    expect(left.sort()).toEqual(["same", `own-${owner.id}`, `own-${other.id}`].sort());
  });

  test("are removed with their codes for one user", async ({ app }) => {
    const { owner, other } = await setUp(app);

    expect(await deleteTwoFactor(app.db, owner.id)).toBe(true);

    for (const table of [twoFactor, recoveryCodes]) {
      const owners = (await app.db.select({ userId: table.userId }).from(table)).map(({ userId }) => userId);
      expect(new Set(owners)).toEqual(new Set([other.id]));
    }
    expect(await deleteTwoFactor(app.db, owner.id)).toBe(false);
  });
});
