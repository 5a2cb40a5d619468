import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { desc, eq } from "drizzle-orm";
import { afterAll, test as base, beforeAll, beforeEach, describe, expect } from "vitest";
import { libraryContract } from "#shared/library/contract.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { maxWebhooks, type WebhookEvent, webhooksContract } from "#shared/webhooks/contract.ts";
import { auditLog } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { webhookDeliveries, webhooks } from "#server/db/schema/system/webhooks.ts";
import { releaseBooks } from "#server/features/books/detail/release.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { webhookJobs } from "./jobs.ts";
import { emitWebhookEvent } from "./service.ts";

const { createWebhook, deleteWebhook, listWebhookDeliveries, listWebhooks } = webhooksContract;
const { redeliverWebhook, rotateWebhookSecret, testWebhook, updateWebhook } = webhooksContract;

const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 204;
let peer: Server;
let url = "";
const hourMs = 3_600_000;

const test = base.extend<{ app: TestApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to find dependencies.
    async ({}, use) => {
      const app = await startTestApp({ webhookHosts: [new URL(url).host] });
      await use(app);
      await app.stop();
    },
    { scope: "file" },
  ],
});

beforeAll(async () => {
  peer = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk: Buffer) => {
      body += chunk;
    });
    req.on("end", () => {
      received.push({ headers: req.headers, body });
      res.writeHead(status).end(`Answer ${status}`);
    });
  }).listen(0, "127.0.0.1");
  await once(peer, "listening");
  url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/hook`;
});
afterAll(() => {
  peer.close();
  peer.closeAllConnections();
});
beforeEach(() => {
  received.splice(0);
  status = 204;
});

async function setUp(app: TestApp, events: WebhookEvent[] = ["book.published"]) {
  await app.db.delete(webhooks);
  const admin = await app.make.user({ isAdmin: true, isEmployee: true });
  const { webhook, secret } = await app.as(admin)(createWebhook, {
    body: { url, description: "CI", events },
  });
  const params = { webhookId: webhook.id };
  const list = async () => (await app.as(admin)(listWebhookDeliveries, { params, query: {} })).deliveries;
  const emit = async () =>
    app.db.transaction(async (tx) =>
      emitWebhookEvent(app.services, "book.published", { bookId: (await app.make.book()).id }, tx),
    );
  const find = async () => (await app.as(admin)(listWebhooks, {})).webhooks[0] ?? expect.fail();
  return { admin, params, secret, list, emit, find };
}

function sign(secret: string, { headers, body }: (typeof received)[number]): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

describe("an event", () => {
  test("is signed, delivered once and logged", async ({ app }) => {
    const { secret, list, emit, find } = await setUp(app);

    await emit();
    await app.runJobs();

    const [message] = received;
    if (!message) expect.fail();
    expect(received).toHaveLength(1);
    expect(message.headers["webhook-signature"]).toBe(sign(secret, message));
    expect(JSON.parse(message.body)).toEqual({
      type: "book.published",
      version: 1,
      timestamp: app.services.clock().toISOString(),
      site: "http://localhost",
      data: { bookId: expect.any(String) },
    });
    expect(await list()).toMatchObject([
      { id: message.headers["webhook-id"], state: "delivered", attempts: 1, status: 204, failure: null },
    ]);
    expect(await find()).toMatchObject({ lastSucceededAt: expect.any(Date), failingSince: null });
    expect(JSON.stringify(await app.db.select().from(webhooks))).not.toContain(secret);
  });

  test("is not sent when its transaction fails, nor to webhooks without it", async ({ app }) => {
    const { list } = await setUp(app, ["report.created"]);
    const bookId = (await app.make.book()).id;

    await app.db
      .transaction(async (tx) => {
        await emitWebhookEvent(
          app.services,
          "report.created",
          { reportId: bookId, subjectType: "post", subjectId: bookId, reason: "spam" },
          tx,
        );
        throw new Error("rolled back");
      })
      .catch(() => {});
    await app.db.transaction((tx) => emitWebhookEvent(app.services, "book.published", { bookId }, tx));
    await app.runJobs();

    expect(received).toEqual([]);
    expect(await list()).toEqual([]);
  });

  test("is a released book, the first text of a review, or a report without its text", async ({ app }) => {
    await setUp(app, ["book.published", "review.created", "report.created"]);
    const { id: bookId } = await app.make.book();
    const [reader, reporter] = [await app.make.user(), await app.make.user()];
    const rate = (text?: string) =>
      app.as(reader)(libraryContract.saveRating, { params: { bookId }, body: { stars: 4, text } });

    await rate();
    await rate("Kind and clear.");
    await rate("Kind, and clear.");
    await app.db
      .update(books)
      .set({ state: "scheduled", releaseAt: new Date(0) })
      .where(eq(books.id, bookId));
    await releaseBooks.run(app.services, {});
    await app.runJobs();

    const messages = received.map(({ body }) => JSON.parse(body));
    expect(messages.map(({ type }) => type).toSorted()).toEqual(["book.published", "review.created"]);
    const reviewId = messages.find(({ type }) => type === "review.created").data.reviewId;

    const body = { subjectType: "review", subjectId: reviewId, reason: "spam", note: "NOTE-SECRET" } as const;
    await app.as(reporter)(moderationContract.report, { body });
    await app.as(reporter)(moderationContract.report, { body });
    await app.runJobs();

    expect(received).toHaveLength(3);
    const report = received.at(-1)?.body ?? "";
    expect(JSON.parse(report).data).toEqual({
      reportId: expect.any(String),
      subjectType: "review",
      subjectId: reviewId,
      reason: "spam",
    });
    for (const secret of ["SECRET", "Kind", reader.id, reporter.id]) expect(report).not.toContain(secret);
  });
});

describe("a message that is not accepted", () => {
  test("is retried over a day with the same id, and sent again on request", async ({ app }) => {
    const { admin, params, list, emit, find } = await setUp(app);
    status = 500;

    await emit();
    await app.runJobs();

    expect(received).toHaveLength(8);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const [failed] = await list();
    expect(failed).toMatchObject({
      state: "failed",
      attempts: 8,
      status: 500,
      failure: "status",
      replyExcerpt: "Answer 500",
    });
    expect(await find()).toMatchObject({ isActive: true, failingSince: expect.any(Date) });

    status = 200;
    const redeliver = { params: { ...params, deliveryId: failed?.id ?? "" } };
    await app.as(admin)(redeliverWebhook, redeliver);
    await expect(app.as(admin)(redeliverWebhook, redeliver)).rejects.toMatchObject({ status: 409 });
    await app.runJobs();

    expect(await list()).toMatchObject([{ id: failed?.id, state: "delivered", attempts: 9 }]);
    expect(await find()).toMatchObject({ failingSince: null });
    const other = { ...params, webhookId: "00000000-0000-4000-8000-000000000000" as typeof params.webhookId };
    await expect(
      app.as(admin)(redeliverWebhook, { params: { ...redeliver.params, ...other } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test("switches the webhook off after five days, and admins are notified", async ({ app }) => {
    const { admin, params, list, emit, find } = await setUp(app);
    status = 503;
    const start = app.services.clock();
    await emit();
    await app.runJobs();
    app.setClock(new Date(start.getTime() + 4.9 * 24 * hourMs));
    await emit();
    await app.runJobs();
    expect(await find()).toMatchObject({ isActive: true });

    app.setClock(new Date(start.getTime() + 5 * 24 * hourMs));
    await emit();
    await app.runJobs();

    expect(await find()).toMatchObject({ isActive: false, disabledReason: "failing" });
    const sent = await app.db.select().from(notifications).where(eq(notifications.userId, admin.id));
    expect(sent).toMatchObject([{ type: "webhook_disabled", params: { host: new URL(url).host } }]);
    const [entry] = await app.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({ action: "webhook.disabled", actorId: null });

    const count = (await list()).length;
    await emit();
    expect(await list()).toHaveLength(count);
    await app.as(admin)(updateWebhook, { params, body: { isActive: true } });
    expect(await find()).toMatchObject({ isActive: true, disabledReason: null, failingSince: null });
    app.setClock(start);
  });

  test("switches the webhook off at once with 410", async ({ app }) => {
    const { list, emit, find } = await setUp(app);
    status = 410;

    await emit();
    await emit();
    await app.runJobs();

    expect(received).toHaveLength(1);
    expect((await list()).map(({ failure }) => failure).toSorted()).toEqual(["inactive", "status"]);
    expect(await find()).toMatchObject({ isActive: false, disabledReason: "gone" });
  });
});

describe("an admin", () => {
  test("sends a test message, also to a webhook that is off, once", async ({ app }) => {
    const { admin, params, list } = await setUp(app);
    await app.as(admin)(updateWebhook, { params, body: { isActive: false } });
    status = 500;

    await app.as(admin)(testWebhook, { params });
    await app.runJobs();

    expect(received).toHaveLength(1);
    expect(await list()).toMatchObject([{ type: "webhook.test", state: "failed" }]);
  });

  test("rotates the secret: both sign for a day, then the new one", async ({ app }) => {
    const { admin, params, secret, emit } = await setUp(app);
    const start = app.services.clock();
    const { secret: next } = await app.as(admin)(rotateWebhookSecret, { params });

    await emit();
    await app.runJobs();
    app.setClock(new Date(start.getTime() + 24 * hourMs));
    await emit();
    await app.runJobs();

    const [first, second] = received;
    if (!first || !second) expect.fail();
    expect(first.headers["webhook-signature"]).toBe(`${sign(next, first)} ${sign(secret, first)}`);
    expect(second.headers["webhook-signature"]).toBe(sign(next, second));
    app.setClock(start);
  });

  test("adds twenty at most, also at once", async ({ app }) => {
    const { admin } = await setUp(app);
    const add = (n: number) =>
      app.as(admin)(createWebhook, {
        body: { url: `https://hooks.example.org/${n}`, description: "", events: ["book.published"] },
      });
    await Promise.allSettled(Array.from({ length: maxWebhooks + 10 }, (_, n) => add(n)));
    expect(await app.db.$count(webhooks)).toBe(maxWebhooks);
    await app.db.delete(webhooks);
  });

  test("cannot add an address that may not be called; changes are audited", async ({ app }) => {
    const { admin, params } = await setUp(app);
    const body = { description: "", events: ["book.published" as const] };

    for (const refused of ["http://hooks.example.org/", "https://127.0.0.1/", "https://localhost/"]) {
      await expect(app.as(admin)(createWebhook, { body: { ...body, url: refused } })).rejects.toMatchObject({
        status: 400,
      });
      await expect(app.as(admin)(updateWebhook, { params, body: { url: refused } })).rejects.toMatchObject({
        status: 400,
      });
    }
    await app.as(admin)(deleteWebhook, { params });
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entries.map(({ action }) => action)).toEqual(["webhook.created", "webhook.deleted"]);
  });
});

test("deliveries are deleted after 30 days, waiting ones are not", async ({ app }) => {
  const { params, list } = await setUp(app);
  const old = { ...params, type: "webhook.test" as const, payload: "{}", createdAt: new Date("2026-01-01") };
  await app.db.insert(webhookDeliveries).values([{ ...old, state: "delivered" }, old]);

  await webhookJobs.find(({ name }) => name === "webhooks.purge")?.run(app.services, {} as never);

  expect(await list()).toMatchObject([{ state: "pending" }]);
});
