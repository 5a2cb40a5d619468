import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { maxAppTokens } from "#shared/accounts/app-tokens-contract.ts";
import { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import type { AppScope } from "#shared/api/app-scopes.ts";
import type { RouteContract, StreamContract } from "#shared/api/contract.ts";
import { appTokens, emails, users } from "#server/db/schema/accounts/accounts.ts";
import { exportedTables } from "#server/features/accounts/data-export/exported-tables-queries.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { describedFeatures } from "#server/features/system/contracts.ts";
import { appTokenPrefix, hashAppToken } from "#server/http/session/app-token.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const { listAppTokens, createAppToken, deleteAppToken, deleteAccount } = accountsContract;
const password = "a lantern at dusk";
const libraryPath = "/api/user/library";
let serial = 0;

async function makeAccount(app: TestApp) {
  const name = `token-${++serial}`;
  const user = await createUser(app.services, {
    email: `${name}@example.org`,
    password,
    firstName: "Amina",
    lastName: "Said",
    username: name,
  });
  await app.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, user.id));
  const browser = openBrowser(app);
  await browser.signIn(user.email, password);
  return { user, browser };
}

async function makeToken(app: TestApp, scopes: AppScope[] = ["read"]) {
  const account = await makeAccount(app);
  const body = { name: "KOReader", scopes, password };
  return { ...account, ...(await account.browser.call(createAppToken, { body })) };
}

const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
const basic = (login: string, secret: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString("base64")}` },
});

describe("a token of another app", () => {
  test("opens the operations of its scope, as Bearer and as the password of Basic", async ({ app }) => {
    const { user, browser, secret } = await makeToken(app);

    for (const init of [
      bearer(secret),
      basic(user.username, secret),
      basic(user.email.toUpperCase(), secret),
    ]) {
      expect((await app.fetch(libraryPath, init)).status).toBe(200);
    }
    const { tokens } = await browser.call(listAppTokens, {});
    expect(tokens).toMatchObject([{ name: "KOReader", scopes: ["read"], lastUsedAt: expect.any(Date) }]);
  });

  test("is refused with the name of another user, altered, and once it is revoked", async ({ app }) => {
    const { browser, secret, token } = await makeToken(app);
    const { user: other } = await makeAccount(app);

    expect((await app.fetch(libraryPath, basic(other.username, secret))).status).toBe(401);
    expect((await app.fetch(libraryPath, bearer(`${secret}x`))).status).toBe(401);
    await browser.call(deleteAppToken, { params: { tokenId: token.id } });
    expect((await app.fetch(libraryPath, bearer(secret))).status).toBe(401);
    expect((await app.fetch("/api/books", bearer(secret))).status).toBe(401);
  });

  test("is revoked by its owner only", async ({ app }) => {
    const { secret, token } = await makeToken(app);
    const { browser: other } = await makeAccount(app);

    await expect(other.call(deleteAppToken, { params: { tokenId: token.id } })).rejects.toMatchObject({
      status: 404,
    });
    expect((await other.call(listAppTokens, {})).tokens).toEqual([]);
    expect((await app.fetch(libraryPath, bearer(secret))).status).toBe(200);
  });

  test("needs the scope of the operation, and has precedence over a session", async ({ app }) => {
    const { user, secret } = await makeToken(app, ["sync"]);

    expect((await app.fetch(libraryPath, { ...bearer(secret), as: user })).status).toBe(403);
    expect((await app.fetch("/api/books", bearer(secret))).status).toBe(403);
    expect((await app.fetch("/api/auth/app-tokens", { ...bearer(secret), as: user })).status).toBe(403);
  });

  test("opens nothing for a suspended account, and nothing after a request to delete it", async ({ app }) => {
    const suspended = await makeToken(app);
    const suspendedUntil = new Date("2099-01-01");
    await app.db.update(users).set({ suspendedUntil }).where(eq(users.id, suspended.user.id));
    expect((await app.fetch(libraryPath, bearer(suspended.secret))).status).toBe(401);

    const leaving = await makeToken(app);
    await leaving.browser.call(deleteAccount, { body: { password } });
    expect((await app.fetch(libraryPath, bearer(leaving.secret))).status).toBe(401);
  });

  test("is created with the password and a verified address, and its owner is told", async ({ app }) => {
    const { user, browser } = await makeAccount(app);
    const body = { name: "KOReader", scopes: ["read" as const], password };

    await expect(
      browser.call(createAppToken, { body: { ...body, password: "not the password" } }),
    ).rejects.toMatchObject({ status: 400 });
    await browser.call(createAppToken, { body });
    const sent = await app.db.select().from(emails).where(eq(emails.to, user.email));
    expect(sent.map(({ subject }) => subject)).toContainEqual(expect.stringContaining("A token for an app"));

    await app.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, user.id));
    const other = openBrowser(app);
    await other.signIn(user.email, password);
    await expect(other.call(createAppToken, { body })).rejects.toMatchObject({ status: 403 });
  });

  test("is refused beyond the maximum, also to requests at once", async ({ app }) => {
    const { user, browser } = await makeAccount(app);
    const row = { userId: user.id, name: "KOReader", scopes: ["read" as const], createdAt: new Date() };
    await app.db
      .insert(appTokens)
      .values(Array.from({ length: maxAppTokens - 1 }, () => ({ ...row, tokenHash: randomUUID() })));
    const body = { name: "KOReader", scopes: ["read" as const], password };

    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => browser.call(createAppToken, { body })),
    );

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await browser.call(listAppTokens, {})).tokens).toHaveLength(maxAppTokens);
  });

  test("is stored and exported without its secret", async ({ app }) => {
    const { user, secret } = await makeToken(app);
    const stored = await app.db.select().from(appTokens).where(eq(appTokens.userId, user.id));
    const exported: unknown[] = [];
    for await (const page of exportedTables["app-tokens"]?.(app.db, user.id) ?? []) exported.push(...page);

    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(exported).toEqual([
      { name: "KOReader", scopes: ["read"], createdAt: expect.any(Date), lastUsedAt: null },
    ]);
  });

  test("leaves credentials of a proxy alone", async ({ app }) => {
    const { user } = await makeAccount(app);

    expect((await app.fetch(libraryPath, { ...basic("proxy", "secret"), as: user })).status).toBe(200);
    expect((await app.fetch("/api/books", basic("proxy", "secret"))).status).toBe(200);
  });
});

type Contract = RouteContract | StreamContract;

const operations = describedFeatures
  .flatMap(({ contracts, streams }) => Object.values<Contract>({ ...contracts, ...streams }))
  .concat(Object.values<Contract>(accountsStreams))
  // Reading devices send their tokens in other ways.
  .filter(({ method, path }) => method === "GET" && !/^\/(?:koreader|kobo|podcasts\/private)\//.test(path));

test("a token with all scopes reads nothing without a scope, even for an admin", async ({ app }) => {
  const { user, secret } = await makeToken(app, ["read", "sync", "publish"]);
  await app.db.update(users).set({ isAdmin: true, isAuthor: true }).where(eq(users.id, user.id));
  const opened: string[] = [];
  for (const { path, scope } of operations) {
    const url = path.replace(/[:*]\w+/g, "00000000-0000-4000-8000-000000000000");
    const { status } = await app.fetch(url, bearer(secret));
    if (scope === undefined ? status !== 403 : [401, 403].includes(status) || status >= 500) {
      opened.push(`${path} ${status}`);
    }
  }

  expect(opened).toEqual([]);
});

describe("requests with tokens", () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({ rateLimitFactor: 0.01 });
  });
  afterAll(() => limited.stop());

  test("are limited apart from those of the session", async () => {
    const user = await limited.make.user();
    const secret = `${appTokenPrefix}limited`;
    const row = { userId: user.id, name: "KOReader", scopes: ["read" as const], createdAt: new Date() };
    await limited.db.insert(appTokens).values({ ...row, tokenHash: hashAppToken(secret) });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await limited.fetch(libraryPath, bearer(secret))).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await limited.fetch(libraryPath, { as: user })).status).toBe(200);
  });
});
