import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import { passkeys, twoFactor } from "#server/db/schema/accounts/accounts.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { createSecret } from "#server/features/accounts/two-factor/codes.ts";
import { encrypt } from "#server/http/security/encryption.ts";
import { type Browser, openBrowser, sendBytes } from "#server/testing/peers/browser.ts";
import { type OpenIdPeer, startOpenIdPeer } from "#server/testing/peers/openid-peer.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const { finishSignIn, getUser, signUp } = accountsContract;
const { getPreferences } = sessionContract;
const password = "a lantern at dusk";

let peer: OpenIdPeer;
let app: TestApp;
let appWithoutProvider: TestApp;

beforeAll(async () => {
  peer = await startOpenIdPeer({ id: "maktaba", secret: "between us" });
  const oidc = { issuer: peer.issuer, clientId: "maktaba", clientSecret: "between us", name: "Peer" };
  app = await startTestApp({ oidc });
  appWithoutProvider = await startTestApp();
});

afterAll(async () => {
  await app.stop();
  await appWithoutProvider.stop();
  peer.stop();
});

async function getReturnPath(browser: Browser, returnTo = ""): Promise<string> {
  const loginReply = await browser.send(
    `/api/login${returnTo && `?returnTo=${encodeURIComponent(returnTo)}`}`,
  );
  const authorizeReply = await sendBytes(loginReply.headers.get("location") ?? "", {});
  const callbackUrl = new URL(authorizeReply.headers.get("location") ?? "");
  return callbackUrl.pathname + callbackUrl.search;
}

async function signInByPeer(claims: object, returnTo = "") {
  const browser = openBrowser(app);
  peer.setClaims({ ...claims });
  const callbackReply = await browser.send(await getReturnPath(browser, returnTo));
  return { browser, callbackReply, linksTo: callbackReply.headers.get("location") };
}

describe("an OpenID provider", () => {
  test("creates an account at first and finds it later", async () => {
    const claims = {
      sub: "amina-1",
      email: "Amina@peer.example",
      email_verified: true,
      given_name: "Amina",
      family_name: "Said",
    };

    const first = await signInByPeer(claims, "/book/7?tab=reviews");
    const again = await signInByPeer({ ...claims, email: "changed@peer.example" });

    expect(first.linksTo).toBe("/book/7?tab=reviews");
    expect(again.linksTo).toBe("/home");
    const user = await first.browser.call(getUser, {});
    expect(user).toMatchObject({ firstName: "Amina", email: "amina@peer.example", emailVerified: true });
    expect((await again.browser.call(getUser, {})).id).toBe(user.id);
  });

  test("a new account has the browser's language", async () => {
    const browser = openBrowser(app);
    peer.setClaims({ sub: "layla-1", email: "layla@peer.example", email_verified: true });

    await browser.send(await getReturnPath(browser), { headers: { "accept-language": "ar" } });

    expect(await browser.call(getPreferences, {})).toMatchObject({ language: "ar" });
  });

  test("finds an account by a verified address", async () => {
    const yusuf = await createUser(app.services, {
      email: "yusuf@peer.example",
      password,
      firstName: "Yusuf",
      lastName: "Noor",
      username: "yusuf",
    });

    const { browser } = await signInByPeer({ sub: "yusuf-1", email: yusuf.email, email_verified: true });

    expect((await browser.call(getUser, {})).id).toBe(yusuf.id);
    expect((await openBrowser(app).signIn(yusuf.email, password)).isNew).toBe(false);
  });

  test("requires the second factor of an account", async () => {
    const email = "two-factor@peer.example";
    const { id } = await createUser(app.services, {
      email,
      password,
      firstName: "Huda",
      lastName: "Noor",
      username: "two-factor",
    });
    const secret = createSecret();
    const stored = encrypt(secret, app.services.settings.secret, "two-factor");
    await app.db.insert(twoFactor).values({ userId: id, secret: stored, confirmedAt: new Date() });

    const { browser, linksTo } = await signInByPeer(
      { sub: "two-factor-1", email, email_verified: true },
      "/library",
    );

    expect(linksTo).toBe("/auth?step=code");
    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    const getCode = () => new TOTP({ secret }).generate({ timestamp: app.services.clock().getTime() });
    const finish = (code: string) => browser.call(finishSignIn, { body: { code } });
    await expect(finish("000000")).rejects.toMatchObject({ status: 401 });
    expect(await finish(getCode())).toMatchObject({ returnTo: "/library" });
    expect((await browser.call(getUser, {})).id).toBe(id);
    const otherBrowserSignIn = openBrowser(app).call(finishSignIn, { body: { code: getCode() } });
    await expect(otherBrowserSignIn).rejects.toMatchObject({ status: 401 });
  });

  test("takes over an account with an unverified address and removes its password", async () => {
    const attacker = openBrowser(app);
    const body = {
      email: "owner@peer.example",
      password,
      firstName: "X",
      lastName: "Y",
      username: "attacker",
    };
    const { user } = await attacker.call(signUp, { body });
    const stored = encrypt(createSecret(), app.services.settings.secret, "two-factor");
    await app.db.insert(twoFactor).values({ userId: user.id, secret: stored, confirmedAt: new Date() });
    const passkey = { id: "attacker", userId: user.id, name: "Phone", publicKey: "", counter: 0 };
    await app.db
      .insert(passkeys)
      .values({ ...passkey, transports: [], isSynced: false, createdAt: new Date() });

    const { browser } = await signInByPeer({ sub: "owner-1", email: body.email, email_verified: true });

    expect((await browser.call(getUser, {})).emailVerified).toBe(true);
    await expect(attacker.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    expect(await app.db.$count(passkeys)).toBe(0);
    await expect(openBrowser(app).signIn(body.email, password)).rejects.toMatchObject({ status: 401 });
  });

  test("does not sign in with an unverified address", async () => {
    const { browser, linksTo } = await signInByPeer({ sub: "mallory", email: "yusuf@peer.example" });

    expect(linksTo).toBe("/auth?problem=provider");
    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
  });

  test("rejects callbacks of other browsers, repeated ones, and another state", async () => {
    peer.setClaims({ sub: "amina-1", email: "amina@peer.example", email_verified: true });
    const browser = openBrowser(app);
    const callback = await getReturnPath(browser);

    const otherBrowserReply = await openBrowser(app).send(callback);
    const forged = await browser.send(callback.replace(/state=[^&]+/, "state=forged"));
    const replayed = await browser.send(callback);

    for (const response of [otherBrowserReply, forged, replayed]) {
      expect(response.headers.get("location")).toBe("/auth?problem=provider");
    }
    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
  });

  test.each(["//evil.example/x", "/\\evil.example", "https://evil.example/", "/api/logout"])(
    "never leads to %s",
    async (returnTo) => {
      const claims = { sub: "amina-1", email: "amina@peer.example", email_verified: true };

      expect((await signInByPeer(claims, returnTo)).linksTo).toBe("/home");
    },
  );
});

describe("without a provider, /api/login", () => {
  test("redirects to the sign-in page with the return path", async () => {
    const replyWithoutPath = await appWithoutProvider.fetch("/api/login");
    const replyWithPath = await appWithoutProvider.fetch(
      "/api/login?returnTo=%2Flibrary%3Fstatus%3Dfinished",
    );
    const replyWithForeignPath = await appWithoutProvider.fetch("/api/login?returnTo=%2F%2Fevil.example");

    expect(replyWithoutPath.headers.get("location")).toBe("/auth");
    expect(replyWithPath.headers.get("location")).toBe("/auth?returnTo=%2Flibrary%3Fstatus%3Dfinished");
    expect(replyWithForeignPath.headers.get("location")).toBe("/auth");
  });
});
