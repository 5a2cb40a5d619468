import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import type { OpenDatabase } from "#server/db/client.ts";
import { deliverEmail } from "#server/features/mail/service.ts";
import { observeSite } from "#server/features/system/service.ts";
import { maxWaitSeconds, queueNames } from "#server/jobs/job-queue.ts";
import { openQueue } from "#server/jobs/queue.ts";
import { projectRoot } from "#server/project-root.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import { registry, requestCount, requestSeconds } from "./metrics.ts";
import { startMetricsServer } from "./metrics-server.ts";

const token = "a token for tests";
const log = { error: expect.fail } as never;
let server: Awaited<ReturnType<typeof startMetricsServer>>;

beforeAll(async () => {
  server = await startMetricsServer({ host: "127.0.0.1", port: 0, token }, log);
});
afterAll(() => server.close());

const get = (path = "/metrics", authorization = `Bearer ${token}`) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { authorization } });

const deploy = path.join(projectRoot, "server", "deploy", "monitoring");
const alerts = readFileSync(path.join(deploy, "alerts.yml"), "utf8");
const dashboard = readFileSync(path.join(deploy, "dashboard.json"), "utf8");
const findNames = (text: string) => [
  ...new Set(
    (text.match(/\b(?:maktaba|nodejs|process)_\w+/g) ?? []).map((name) =>
      name.replace(/_(bucket|sum|count)$/, ""),
    ),
  ),
];

test("each alert has an entry in the runbook", () => {
  const names = Array.from(alerts.matchAll(/alert: (\w+)/g), ([, name]) => name);
  const runbook = readFileSync(path.join(projectRoot, ".github", "OPERATIONS.md"), "utf8");

  expect(names).toHaveLength(17);
  for (const name of names) expect(runbook).toContain(`| \`${name}\` |`);
  for (const queue of queueNames)
    expect(alerts).toContain(`{queue="${queue}"}) > ${maxWaitSeconds[queue]}\n`);
});

describe("metrics", () => {
  test("need the token", async () => {
    expect((await get("/metrics", "")).status).toBe(401);
    expect((await get("/metrics", "Bearer another")).status).toBe(401);
    expect((await get("/")).status).toBe(404);
    expect((await get()).status).toBe(200);
  });

  test("count requests by the path of their contract, never by an id", async ({ app }) => {
    const { id: bookId } = await createPublishedBook(app.services, { title: "The Lamp" });
    const member = await app.make.user();
    requestCount.reset();
    requestSeconds.reset();
    await app.as(member)(booksContract.getBook, { params: { bookId } });

    // A request is counted when its connection has taken the reply.
    const counted =
      /maktaba_http_requests_total\{method="GET",route="\/api\/books\/:bookId",status="200"\} 1/;
    await expect.poll(async () => (await get()).text()).toMatch(counted);
    const text = await (await get()).text();
    expect(text).toMatch(
      /maktaba_http_request_seconds_count\{method="GET",route="\/api\/books\/:bookId"\} 1/,
    );
    expect(text).not.toContain(bookId);
    expect(text).not.toContain(member.id);
  });

  test("show the queue, the disk and the storage of the site", async ({ app }) => {
    const backups = { folder: "/backups", everyHours: 24, keepCount: 2 };
    observeSite({ ...app.services, settings: { ...app.services.settings, backups } });
    const queue = await openQueue(app.services.db as OpenDatabase, app.services.databaseUrl);
    await queue.add(deliverEmail, { id: crypto.randomUUID() });

    const text = await (await get()).text();

    expect(text).toContain('maktaba_jobs{job="accounts.send-email",state="waiting"} 1');
    expect(text).toMatch(/maktaba_job_oldest_seconds\{job="accounts.send-email"\} \d/);
    expect(text).toContain('maktaba_queue_jobs{queue="now"} 1\n');
    expect(text).toContain('maktaba_queue_jobs{queue="later"} 0\n');
    expect(text).toMatch(/maktaba_queue_oldest_seconds\{queue="now"\} \d/);
    expect(text).toMatch(/maktaba_disk_free_bytes\{folder="data"\} [1-9]/);
    expect(text).toContain("maktaba_storage_writable 1");
    expect(text).toMatch(/maktaba_build_info\{version="\d+\.\d+\.\d+"/);
    const down = vi.spyOn(app.services.probe, "execute").mockRejectedValue(new Error("down"));
    const without = await (await get()).text();
    down.mockRestore();
    expect(without).not.toContain("maktaba_jobs{");
    expect(without).toContain("maktaba_http_requests_total{");
    const known = registry.getMetricsAsArray().map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(findNames(`${alerts}${dashboard}`)));
  });
});
