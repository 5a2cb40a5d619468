import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { describe, expect, test as plainTest } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { adminContract } from "#shared/admin/contract.ts";
import {
  accountTokens,
  passkeys,
  recoveryCodes,
  twoFactor,
  users,
} from "#server/db/schema/accounts/accounts.ts";
import { issueToken } from "#server/features/accounts/emails/tokens.ts";
import { createUser, grantRoles } from "#server/features/accounts/service.ts";
import { decrypt, encrypt } from "#server/http/security/encryption.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { findStep } from "./codes.ts";

const { setUpTwoFactor, confirmTwoFactor, turnOffTwoFactor, getTwoFactor, signIn, getUser } =
  accountsContract;
const { renewRecoveryCodes, resetPassword, confirmEmailChange } = accountsContract;
const password = "a lantern at dusk";
const minuteMs = 60_000;
let serial = 0;

async function makeAccount(app: TestApp) {
  const name = `factor-${++serial}`;
  return createUser(app.services, {
    email: `${name}@example.org`,
    password,
    firstName: "Amina",
    lastName: "Said",
    username: name,
  });
}

/** Turns on two-factor authentication; the codes use the app's clock. */
async function turnOn(app: TestApp, email: string) {
  const browser = openBrowser(app);
  await browser.signIn(email, password);
  const { secret, uri } = await browser.call(setUpTwoFactor, { body: { password } });
  expect(uri).toContain("otpauth://totp/");
  const getCode = () => new TOTP({ secret }).generate({ timestamp: app.services.clock().getTime() });
  const { recoveryCodes } = await browser.call(confirmTwoFactor, { body: { code: getCode() } });
  return { browser, getCode, recoveryCodes };
}

const signInWithCode = (app: TestApp, email: string, code?: string) =>
  openBrowser(app).call(signIn, { body: { email, password, ...(code && { code }) } });

describe("two-step verification", () => {
  test("requires a code at sign-in, once", async ({ app }) => {
    const { email } = await makeAccount(app);
    const start = Date.now();
    app.setClock(new Date(start));
    const other = openBrowser(app);
    await other.signIn(email, password);
    const { getCode, browser } = await turnOn(app, email);
    await expect(other.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    expect((await browser.call(getTwoFactor, {})).isOn).toBe(true);

    await expect(signInWithCode(app, email)).rejects.toMatchObject({
      problem: { code: "unauthenticated", reason: { code: "second_factor_required" } },
    });
    await expect(signInWithCode(app, email, getCode())).rejects.toMatchObject({
      problem: { reason: { code: "second_factor_wrong" } },
    });
    app.setClock(new Date(start + minuteMs));
    const code = getCode();
    expect((await signInWithCode(app, email, ` ${code.slice(0, 3)} ${code.slice(3)}`)).user.email).toBe(
      email,
    );
    await expect(signInWithCode(app, email, code)).rejects.toMatchObject({ status: 401 });
    await expect(
      openBrowser(app).call(signIn, { body: { email, password: "wrong password", code } }),
    ).rejects.toMatchObject({ problem: { reason: { code: "wrong_credentials" } } });
  });

  test("accepts one of twenty simultaneous sign-ins with one code", async ({ app }) => {
    const { email } = await makeAccount(app);
    const start = Date.now();
    app.setClock(new Date(start));
    const { getCode } = await turnOn(app, email);
    app.setClock(new Date(start + minuteMs));
    const code = getCode();
    const signIns = await Promise.allSettled(
      Array.from({ length: 20 }, () => signInWithCode(app, email, code)),
    );
    expect(signIns.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("has ten recovery codes that work once, until replaced", async ({ app }) => {
    const { email } = await makeAccount(app);
    const { browser, recoveryCodes } = await turnOn(app, email);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = "", third = "", fourth = ""] = recoveryCodes;
    await signInWithCode(app, email, first.toUpperCase());
    await expect(signInWithCode(app, email, first)).rejects.toMatchObject({ status: 401 });
    await signInWithCode(app, email, second.replace("-", " "));
    expect((await browser.call(getTwoFactor, {})).recoveryCodesLeft).toBe(8);
    await expect(
      browser.call(renewRecoveryCodes, { body: { password, code: second } }),
    ).rejects.toMatchObject({ status: 400 });
    const renewed = await browser.call(renewRecoveryCodes, { body: { password, code: third } });
    await expect(signInWithCode(app, email, fourth)).rejects.toMatchObject({ status: 401 });
    await signInWithCode(app, email, renewed.recoveryCodes[0]);
  });

  test("is set up and turned off with the password, and its key is not replaced", async ({ app }) => {
    const { email } = await makeAccount(app);
    const { browser, recoveryCodes } = await turnOn(app, email);
    const body = { password: "wrong password" };
    await expect(browser.call(setUpTwoFactor, { body })).rejects.toMatchObject({ status: 400 });
    await expect(browser.call(setUpTwoFactor, { body: { password } })).rejects.toMatchObject({ status: 409 });
    const [code = ""] = recoveryCodes;
    await expect(
      browser.call(turnOffTwoFactor, { body: { password, code: "000000" } }),
    ).rejects.toMatchObject({ status: 400 });
    await browser.call(turnOffTwoFactor, { body: { password, code } });
    expect((await signInWithCode(app, email)).user.email).toBe(email);
  });
});

describe("an account whose address is not verified", () => {
  test("cannot turn it on", async ({ app }) => {
    const { id, email } = await makeAccount(app);
    await app.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id));
    await expect(turnOn(app, email)).rejects.toMatchObject({
      problem: { code: "forbidden", reason: { code: "email_unverified" } },
    });
    expect(await app.db.$count(twoFactor, eq(twoFactor.userId, id))).toBe(0);
  });

  test("loses factors, passkeys, links and sessions when its owner resets the password", async ({ app }) => {
    const [claimed, other] = [await makeAccount(app), await makeAccount(app)];
    const [strange, neighbour] = [await turnOn(app, claimed.email), await turnOn(app, other.email)];
    for (const [n, { id }] of [claimed, other].entries()) {
      const passkey = { id: `passkey-${n}`, userId: id, name: "Phone", publicKey: "", counter: 0 };
      await app.db
        .insert(passkeys)
        .values({ ...passkey, transports: [], isSynced: false, createdAt: new Date() });
      await issueToken(app.services, id, "change-email", app.db, `moved-${n}@example.org`);
    }
    await app.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, claimed.id));

    const token = await issueToken(app.services, claimed.id, "reset-password");
    await app.as(null)(resetPassword, { body: { token, newPassword: "a well in the sand" } });

    const signedIn = await openBrowser(app).signIn(claimed.email, "a well in the sand");
    expect(signedIn.user).toMatchObject({ id: claimed.id, emailVerified: true });
    await expect(strange.browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    expect((await neighbour.browser.call(getUser, {})).id).toBe(other.id);
    for (const table of [passkeys, twoFactor, recoveryCodes, accountTokens]) {
      const rows = await app.db.select({ userId: table.userId }).from(table);
      const owners = rows.map(({ userId }) => userId);
      expect(owners).not.toContain(claimed.id);
      expect(owners).toContain(other.id);
    }
  });

  test("keeps its factor at a reset when the address was verified", async ({ app }) => {
    const { id, email } = await makeAccount(app);
    const { recoveryCodes: codes } = await turnOn(app, email);
    const change = await issueToken(app.services, id, "change-email", app.db, `stolen-${id}@example.org`);
    const token = await issueToken(app.services, id, "reset-password");

    await app.as(null)(resetPassword, { body: { token, newPassword: password } });

    await expect(signInWithCode(app, email)).rejects.toMatchObject({ status: 401 });
    await signInWithCode(app, email, codes[0]);
    await expect(app.as(null)(confirmEmailChange, { body: { token: change } })).rejects.toMatchObject({
      status: 409,
    });
  });
});

plainTest("the staff area stays closed without a second factor where the operator requires it", async () => {
  const app = await startTestApp({ requiresStaffTwoFactor: true });
  try {
    const { email } = await makeAccount(app);
    await grantRoles(app.services, email, { isEmployee: true });
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    await expect(browser.call(adminContract.getDashboard, {})).rejects.toMatchObject({
      problem: { code: "forbidden", reason: { code: "second_factor_missing" } },
    });
    const { browser: verifiedBrowser } = await turnOn(app, email);
    expect(await verifiedBrowser.call(adminContract.getDashboard, {})).toHaveProperty("counts");
  } finally {
    await app.stop();
  }
});

plainTest("keys are encrypted under the server's secret", () => {
  const stored = encrypt("JBSWY3DPEHPK3PXP", "one", "two-factor");
  expect(stored).not.toContain("JBSWY3DP");
  expect(decrypt(stored, "one", "two-factor")).toBe("JBSWY3DPEHPK3PXP");
  expect(decrypt(stored, "another", "two-factor")).toBeNull();
  expect(decrypt(stored, "one", "email")).toBeNull();
});

plainTest("codes follow RFC 6238", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect(findStep(secret, "287082", new Date(59_000))).toBe(1);
  expect(findStep(secret, "081804", new Date(1_111_111_109_000))).toBe(37_037_036);
  expect(findStep(secret, "287082", new Date(150_000))).toBeNull();
});
