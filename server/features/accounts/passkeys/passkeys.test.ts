import { eq } from "drizzle-orm";
import { describe, expect, test as plainTest } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { adminContract } from "#shared/admin/contract.ts";
import { recoveryCodes, twoFactor, users } from "#server/db/schema/accounts/accounts.ts";
import { createUser, grantRoles } from "#server/features/accounts/service.ts";
import { createSecret, hashRecoveryCode } from "#server/features/accounts/two-factor/codes.ts";
import { encrypt } from "#server/http/security/encryption.ts";
import { createAuthenticator } from "#server/testing/peers/authenticator.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const {
  startPasskey,
  addPasskey,
  listPasskeys,
  deletePasskey,
  startPasskeySignIn,
  signInWithPasskey,
  getUser,
} = accountsContract;
const password = "a lantern at dusk";
const unauthenticated = { status: 401 };
let serial = 0;

async function makeAccount(app: TestApp) {
  const name = `passkey-${++serial}`;
  const user = await createUser(app.services, {
    email: `${name}@example.org`,
    password,
    firstName: "Amina",
    lastName: "Said",
    username: name,
  });
  await app.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, user.id));
  return user;
}

async function addTo(app: TestApp, email: string, authenticator = createAuthenticator()) {
  const browser = openBrowser(app);
  await browser.signIn(email, password);
  const { options } = await browser.call(startPasskey, { body: { password } });
  const body = { name: "Phone", credential: authenticator.create(options) };
  await browser.call(addPasskey, { body });
  return { browser, authenticator };
}

async function signInWith(app: TestApp, authenticator: ReturnType<typeof createAuthenticator>) {
  const browser = openBrowser(app);
  const { options } = await browser.call(startPasskeySignIn, {});
  await browser.call(signInWithPasskey, { body: { credential: authenticator.get(options) } });
  return browser;
}

describe("a passkey", () => {
  test("signs in, is listed, and no longer works after its removal", async ({ app }) => {
    const { email } = await makeAccount(app);
    const { browser, authenticator } = await addTo(app, email);
    const other = await signInWith(app, authenticator);
    expect((await other.call(getUser, {})).email).toBe(email);
    const { passkeys } = await browser.call(listPasskeys, {});
    expect(passkeys).toMatchObject([{ id: authenticator.id, name: "Phone", lastUsedAt: expect.any(Date) }]);

    const params = { passkeyId: authenticator.id };
    await expect(
      browser.call(deletePasskey, { params, body: { password: "wrong password" } }),
    ).rejects.toMatchObject({ status: 400 });
    await browser.call(deletePasskey, { params, body: { password } });
    await expect(signInWith(app, authenticator)).rejects.toMatchObject(unauthenticated);
  });

  test("works once for each challenge, and only for its own purpose and browser", async ({ app }) => {
    const { email } = await makeAccount(app);
    const { authenticator } = await addTo(app, email);
    const browser = openBrowser(app);
    const { options } = await browser.call(startPasskeySignIn, {});
    const credential = authenticator.get(options);
    await expect(openBrowser(app).call(signInWithPasskey, { body: { credential } })).rejects.toMatchObject(
      unauthenticated,
    );
    await browser.call(signInWithPasskey, { body: { credential } });
    await expect(browser.call(signInWithPasskey, { body: { credential } })).rejects.toMatchObject(
      unauthenticated,
    );
  });

  test("does not use a challenge again after a refused attempt", async ({ app }) => {
    const { email } = await makeAccount(app);
    const { browser: owner, authenticator } = await addTo(app, email);
    const browser = openBrowser(app);
    const { options } = await browser.call(startPasskeySignIn, {});
    const unknown = createAuthenticator().get(options);
    for (const credential of [unknown, authenticator.get(options)]) {
      await expect(browser.call(signInWithPasskey, { body: { credential } })).rejects.toMatchObject(
        unauthenticated,
      );
    }

    const started = await owner.call(startPasskey, { body: { password } });
    const add = (device: ReturnType<typeof createAuthenticator>) =>
      owner.call(addPasskey, { body: { name: "Key", credential: device.create(started.options) } });
    await add(createAuthenticator());
    await expect(add(createAuthenticator())).rejects.toMatchObject({ status: 400 });
    expect((await owner.call(listPasskeys, {})).passkeys).toHaveLength(2);
  });

  test.for([
    ["another site", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["a device that does not verify the user", { verifiesUser: false }],
  ] as const)("of %s is refused", async ([, options], { app }) => {
    const { email } = await makeAccount(app);
    await expect(addTo(app, email, createAuthenticator(options))).rejects.toMatchObject({ status: 400 });
  });

  test("that was cloned is refused", async ({ app }) => {
    const { email } = await makeAccount(app);
    const { authenticator } = await addTo(app, email);
    await signInWith(app, authenticator);
    authenticator.setCounter(0);
    await expect(signInWith(app, authenticator)).rejects.toMatchObject(unauthenticated);
  });

  test("needs the password and a verified email to be added", async ({ app }) => {
    const { id, email } = await makeAccount(app);
    await app.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id));
    await expect(addTo(app, email)).rejects.toMatchObject({ status: 403 });
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    await expect(browser.call(startPasskey, { body: { password: "wrong password" } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test("needs a code to be added with two-step verification", async ({ app }) => {
    const { id, email } = await makeAccount(app);
    const stored = encrypt(createSecret(), app.services.settings.secret, "two-factor");
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    await app.db.insert(twoFactor).values({ userId: id, secret: stored, confirmedAt: new Date() });
    await app.db.insert(recoveryCodes).values({ userId: id, codeHash: hashRecoveryCode("aaaaa-bbbbb") });
    for (const code of [undefined, "000000"]) {
      await expect(
        browser.call(startPasskey, { body: { password, ...(code && { code }) } }),
      ).rejects.toMatchObject({ problem: { fields: { code: expect.anything() } } });
    }
    await browser.call(startPasskey, { body: { password, code: "aaaaa-bbbbb" } });
  });

  test("does not sign in a suspended account", async ({ app }) => {
    const { id, email } = await makeAccount(app);
    const { authenticator } = await addTo(app, email);
    const suspendedUntil = new Date(app.services.clock().getTime() + 86_400_000);
    await app.db.update(users).set({ suspendedUntil }).where(eq(users.id, id));
    await expect(signInWith(app, authenticator)).rejects.toMatchObject({ status: 403 });
  });
});

plainTest("a passkey opens the staff area where a second factor is required", async () => {
  const app = await startTestApp({ requiresStaffTwoFactor: true });
  try {
    const { email } = await makeAccount(app);
    await grantRoles(app.services, email, { isEmployee: true });
    const { browser, authenticator } = await addTo(app, email);
    await expect(browser.call(adminContract.getDashboard, {})).rejects.toMatchObject({ status: 403 });
    const secured = await signInWith(app, authenticator);
    expect(await secured.call(adminContract.getDashboard, {})).toHaveProperty("counts");
  } finally {
    await app.stop();
  }
});
