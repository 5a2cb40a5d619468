import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import type { OpenDatabase } from "#server/db/client.ts";
import { observeQueries } from "#server/db/observe-queries.ts";
import { logSlowQueries } from "#server/db/slow-queries.ts";
import { registry } from "#server/metrics/metrics.ts";
import { createFactories } from "#server/testing/factories.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { startTestServices } from "#server/testing/test-services.ts";
import { createLog } from "./log.ts";

const canary = "CaNaRy7f3c";
/** Secrets with the canary, in the forms that are accepted. */
const secret = (name: string) => `${name}-${canary}-${"x".repeat(24)}`;

test("no secret is logged, shown in an error or a label of a metric", async () => {
  let logged = "";
  const log = createLog(
    { default: "trace", areas: {} },
    {
      write: (line) => {
        logged += line;
      },
    },
  );
  const running = await startTestServices({
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
  const services = { ...running.services, log };
  const db = services.db as OpenDatabase;
  // Every statement is logged.
  observeQueries(db.$client, logSlowQueries({ log, databaseUrl: running.databaseUrl, thresholdMs: -1 }));
  const server = createServer(createApp(services)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = openBrowser({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const other = await createFactories(services).user();

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
    clientId: crypto.randomUUID(),
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
  await running.runJobs().catch((error: unknown) => log.error({ err: error }, "job failed"));
  await expect(
    db.execute(sql`select ${secret("value")}::int`).catch((error) => log.error({ err: error }, "refused")),
  ).resolves.toBe(undefined);

  // Some are handled and some refused, early and late.
  expect([...new Set(statuses)].sort()).toEqual([200, 303, 400, 401, 403, 404, 409, 415, 500, 503]);
  for (const line of ["request failed", "slow query", "job failed", "refused"])
    expect(logged).toContain(`"msg":"${line}"`);
  const lines = [logged, ...replies, await registry.metrics()].flatMap((text) => text.split("\n"));
  expect(lines.filter((line) => line.toLowerCase().includes(canary.toLowerCase()))).toEqual([]);
  server.close();
  server.closeAllConnections();
  await running.stop();
});
