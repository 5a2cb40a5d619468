import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { TOTP } from "otpauth";
import { expect, onTestFinished, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { membershipsContract } from "#shared/memberships/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { pushContract } from "#shared/push/contract.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { getVapidKeys } from "#server/features/push/vapid-keys.ts";
import { createFactories } from "#server/testing/factories.ts";
import { startLoggedApp } from "#server/testing/logged-app.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { startStripePeer } from "#server/testing/peers/stripe-peer.ts";

const canary = "CaNaRy7f3c";
/** Secrets with the canary, in the forms that are accepted. */
const secret = (name: string) => `${name}-${canary}-${"x".repeat(24)}`;

test("no secret is logged, shown in an error or a label of a metric", async () => {
  const app = await startLoggedApp({
    smtpUrl: `smtp://user:${canary}@127.0.0.1:1`,
    oidc: { issuer: "http://127.0.0.1:1", clientId: "c", clientSecret: secret("client"), name: "OpenID" },
    stripe: {
      secretKey: secret("sk"),
      webhookSecret: secret("wh"),
      monthly: "m",
      yearly: "y",
      apiUrl: "http://127.0.0.1:1",
    },
  });
  onTestFinished(app.stop);
  const { db, log } = app.services;
  const browser = openBrowser(app);
  const other = await createFactories(app.services).user();

  const statuses: number[] = [];
  const replies: string[] = [];
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isText = typeof body === "string" || body === undefined;
    const reply = await browser.send(path, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        "user-agent": secret("agent"),
        authorization: `Bearer ${secret("bearer")}`,
        "x-request-id": secret("id").slice(0, 40),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    statuses.push(reply.status);
    if (reply.status >= 400) replies.push(reply.text);
  };
  const email = `${canary.toLowerCase()}@example.org`;
  const password = secret("password");
  await send("POST", "/api/auth/signup", {
    ...{ email, password, firstName: "Amina", lastName: "Reader", username: "amina_reads" },
  });
  await send("POST", "/api/auth/signin", { email, password });
  await send("POST", "/api/auth/signin", { email: other.email, password: secret("wrong") });
  await send("POST", "/api/auth/signin", { email, password, code: `c-${canary}` });
  await send("POST", "/api/auth/change-password", {
    currentPassword: secret("old"),
    newPassword: secret("new"),
  });
  await send("POST", "/api/auth/forgot", { email });
  await send("POST", "/api/auth/reset", { token: secret("token"), newPassword: secret("new") });
  await send("POST", "/api/auth/verify-email", { token: secret("token") });
  await send("POST", "/api/conversations", {
    userIds: [other.id],
    text: secret("message"),
    clientId: randomUUID(),
  });
  await send("POST", "/api/contact", { name: "Amina", email, topic: "other", message: secret("note") });
  await send("PUT", "/api/push/devices", {
    endpoint: `https://fcm.googleapis.com/${secret("endpoint")}`,
    keys: { p256dh: secret("p256dh"), auth: secret("auth") },
  });
  await send("POST", "/api/memberships/webhook", `{"id":"${secret("event")}"}`, {
    "stripe-signature": secret("signature"),
  });
  await send("POST", `/api/mail/unsubscribe/${secret("token")}`);
  await send("GET", "/api/login");
  await send("GET", `/api/login/callback?code=${secret("code")}&state=${secret("state")}`);
  await send("GET", `/api/books/${other.id}?q=${secret("query")}`);
  await send("GET", `/nowhere/?token=${secret("token")}`);
  await send("POST", "/api/auth/signin", `{"password":"${secret("malformed")}"`);
  await send("POST", "/api/auth/signin", { email, password, unknown: secret("value") });
  await send("POST", "/api/auth/signin", password, { "content-type": "text/plain" });
  await db.execute(sql`alter table emails rename to emails_away`);
  await db.execute(sql`alter table contact_messages rename to contact_away`);
  await send("POST", "/api/contact", { name: "Amina", email, topic: "other", message: secret("note") });
  await db.execute(sql`alter table emails_away rename to emails`);
  await app.runJobs().catch((error: unknown) => log.error({ err: error }, "job failed"));
  await expect(
    db.execute(sql`select ${secret("value")}::int`).catch((error) => log.error({ err: error }, "refused")),
  ).resolves.toBe(undefined);

  // Some are handled and some refused, early and late.
  expect([...new Set(statuses)].sort()).toEqual([200, 303, 400, 401, 403, 404, 409, 415, 500, 503]);
  for (const line of ["request failed", "slow query", "job failed", "refused"])
    expect(app.getLog()).toContain(`"msg":"${line}"`);
  expect(await app.findLines([canary], ...replies)).toEqual([]);
});

/** The app, two signed-in readers and their password. */
async function startAppWithReaders() {
  const peer = await startStripePeer();
  const app = await startLoggedApp({ stripe: peer.settings });
  onTestFinished(async () => {
    await app.stop();
    await peer.stop();
  });
  const password = secret("password");
  const signIn = async (name: string) => {
    const { id, email } = await createUser(app.services, {
      ...{ email: `${name}@example.org`, username: `${name}-reads`, password },
      ...{ firstName: name, lastName: "Reader" },
    });
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    return { id, email, browser };
  };
  return { app, peer, password, amina: await signIn("amina"), yusuf: await signIn("yusuf") };
}

test("keys and codes of a second factor in use are not logged", async () => {
  const { app, password, amina } = await startAppWithReaders();
  const { browser, email } = amina;
  const start = app.services.clock().getTime();

  const { secret: key } = await browser.call(accountsContract.setUpTwoFactor, { body: { password } });
  const getCode = (minutes: number) =>
    new TOTP({ secret: key }).generate({ timestamp: start + minutes * 60_000 });
  const codes = [0, 1, 2].map(getCode);
  const { recoveryCodes } = await browser.call(accountsContract.confirmTwoFactor, {
    body: { code: getCode(0) },
  });
  app.setClock(new Date(start + 60_000));
  await openBrowser(app).call(accountsContract.signIn, { body: { email, password, code: getCode(1) } });
  await openBrowser(app).call(accountsContract.signIn, { body: { email, password, code: recoveryCodes[0] } });
  app.setClock(new Date(start + 120_000));
  const body = { password, code: getCode(2) };
  const renewed = await browser.call(accountsContract.renewRecoveryCodes, { body });
  await browser.call(accountsContract.turnOffTwoFactor, {
    body: { password, code: renewed.recoveryCodes[0] ?? "" },
  });
  await app.runJobs();

  const all = [...recoveryCodes, ...renewed.recoveryCodes];
  const secrets = [canary, key, ...codes, ...all, ...all.map((code) => code.replace("-", ""))];
  expect(app.getLog()).toContain('"path":"/api/auth/two-factor/off","status":200');
  expect(await app.findLines(secrets)).toEqual([]);
});

test("addresses, keys and messages of push devices and conversations in use are not logged", async () => {
  const { app, amina, yusuf } = await startAppWithReaders();
  const endpoint = `https://fcm.googleapis.com/fcm/send/${secret("endpoint")}`;
  const { subscription } = createPushBrowser(endpoint);
  const { id: deviceId } = await yusuf.browser.call(pushContract.addDevice, { body: subscription });
  const sendTest = () => yusuf.browser.call(pushContract.testDevice, { params: { deviceId } });
  await sendTest();
  const userIds = [yusuf.id];
  const { conversationId } = await amina.browser.call(messagesContract.startConversation, {
    body: { userIds, text: secret("request"), clientId: randomUUID() },
  });
  const params = { conversationId };
  await yusuf.browser.call(messagesContract.acceptRequest, { params });
  await amina.browser.call(messagesContract.sendPrivateMessage, {
    params,
    body: { text: secret("message"), clientId: randomUUID() },
  });
  await app.runJobs();
  const deliveredCount = app.webPushClient.posted.length;
  for (const status of [500, 410]) {
    app.webPushClient.respond = () => ({ kind: "replied", status, retryAfterSeconds: null });
    await sendTest().catch(() => {});
    await app.runJobs().catch((error: unknown) => app.services.log.error({ err: error }, "job failed"));
  }

  expect(deliveredCount).toBeGreaterThan(0);
  expect(app.webPushClient.posted.length).toBeGreaterThan(deliveredCount);
  for (const path of ["/api/push/devices", `/api/conversations/${conversationId}/messages`])
    expect(app.getLog()).toContain(`"path":"${path}","status":200`);
  const { privateKey } = await getVapidKeys(app.services);
  const { p256dh, auth } = subscription.keys;
  expect(await app.findLines([canary, p256dh, auth, privateKey])).toEqual([]);
});

test("keys of the payment provider in use are not logged", async () => {
  const { app, peer, amina } = await startAppWithReaders();
  const now = app.services.clock();
  const periodEnd = Math.floor(now.getTime() / 1000) + 30 * 86_400;
  const { id } = peer.add({ id: "sub_1", userId: amina.id, customer: secret("cus"), periodEnd });
  const { payload, signature } = peer.makeEvent(secret("evt"), "checkout.session.completed", id, now);

  const webhook = await amina.browser.send("/api/memberships/webhook", {
    method: "POST",
    body: payload,
    headers: { "content-type": "application/json", "stripe-signature": signature },
  });
  const billing = await amina.browser.call(membershipsContract.openBilling, {});
  peer.setDown(true);
  await expect(amina.browser.call(membershipsContract.openBilling, {})).rejects.toMatchObject({
    status: 503,
  });
  await app.runJobs();

  expect(webhook.status).toBe(200);
  expect(app.getLog()).toContain('"path":"/api/memberships/billing","status":503');
  const { secretKey, webhookSecret } = peer.settings;
  expect(await app.findLines([canary, secretKey, webhookSecret, signature, billing.url])).toEqual([]);
});
