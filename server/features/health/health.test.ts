import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import webPush from "web-push";
import { healthContract } from "#shared/staff/health.ts";
import type { OpenDatabase } from "#server/db/client.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";
import { deliverEmail } from "#server/features/mail/service.ts";
import { openQueue } from "#server/jobs/queue.ts";
import { startWorkerHeartbeat } from "#server/jobs/worker-liveness.ts";
import { recordError } from "#server/logging/recent-errors.ts";
import { LocalStorage } from "#server/storage/local.ts";
import { test } from "#server/testing/test.ts";
import { checkConnections } from "./check-connections.ts";
import { arePair, checkPush } from "./check-push.ts";
import { checkJobs, checkLastBackup } from "./check-site.ts";
import { checkStorage } from "./check-storage.ts";

const codes = (findings: readonly { readonly level: string; readonly code: string }[]) =>
  findings.map(({ level, code }) => `${level} ${code}`);

describe("the health report", () => {
  test("says what is wrong, with figures and a text without personal data", async ({ app }) => {
    const admin = await app.make.user({ isAdmin: true });
    const queue = await openQueue(app.services.db as OpenDatabase, app.databaseUrl);
    await queue.add(deliverEmail, { id: crypto.randomUUID() });
    recordError();

    const report = await app.as(admin)(healthContract.getHealthReport, {});

    expect(codes(report.findings)).toEqual(
      expect.arrayContaining([
        "ok schema",
        "ok storage-new",
        "ok jobs",
        "ok connections",
        "warning mail-none",
        "warning backups-none",
        "warning errors-recent",
        "problem workers-none",
      ]),
    );
    expect(report.jobs).toEqual([
      { job: "accounts.send-email", state: "waiting", count: 1, oldestSeconds: expect.any(Number) },
    ]);
    expect(report.report).toContain("problem  No worker runs");
    expect(report.report).toContain("Start the server without --only web");
    expect(report.report).not.toContain(admin.email);
    expect(report.report).not.toContain(app.services.settings.dataDir);
    expect(report.report).not.toContain(app.databaseUrl);
  });

  test("sees a worker", async ({ app }) => {
    const admin = await app.make.user({ isAdmin: true });
    const worker = await startWorkerHeartbeat(app.databaseUrl, "worker-for-health", app.services.log);

    const { findings } = await app.as(admin)(healthContract.getHealthReport, {});
    await worker.end();

    expect(findings).toContainEqual({ level: "ok", code: "workers", values: { count: 1 } });
  });

  test("is for admins", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });

    await expect(app.as(employee)(healthContract.getHealthReport, {})).rejects.toMatchObject({ status: 403 });
  });
});

test("jobs that failed or wait too long are reported", () => {
  const jobs = [
    { job: "a", queue: "now", state: "failed", count: 2, oldestSeconds: 5000 },
    { job: "b", queue: "soon", state: "waiting", count: 1, oldestSeconds: 901 },
    { job: "c", queue: "soon", state: "waiting", count: 1, oldestSeconds: 900 },
    { job: "e", queue: "later", state: "waiting", count: 1, oldestSeconds: 5000 },
    { job: "d", queue: "soon", state: "scheduled", count: 1, oldestSeconds: 5000 },
  ] as const;

  expect(codes(checkJobs(jobs))).toEqual(["warning jobs-failed", "problem jobs-late"]);
  expect(codes(checkJobs(jobs.slice(2)))).toEqual(["ok jobs"]);
});

test("a database that allows too few connections for the running processes is reported", async ({ app }) => {
  const budget = { perProcess: 20, perWorker: 40 };

  expect(await checkConnections(app.db, budget)).toMatchObject({
    code: "connections-enough",
    values: { needed: 60 },
  });
  expect(await checkConnections(app.db, { ...budget, perProcess: 100_000 })).toMatchObject({
    level: "warning",
    code: "connections-limit",
    values: { needed: 100_040 },
  });
});

test("a backup that is missing is reported", async ({ app }) => {
  const backups = { folder: "/backups", everyHours: 24, keepCount: 2 };
  const now = new Date();

  expect(await checkLastBackup(app.db, { backups: null }, now)).toEqual([]);
  expect(codes(await checkLastBackup(app.db, { backups }, now))).toEqual(["warning backup-never"]);
});

test("a media folder without the files that the database names is reported, and left as it is", async ({
  app,
}) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "maktaba-health-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const media = path.join(dataDir, "media");
  const check = (expectsFiles: boolean) =>
    checkStorage({ ...app.services.settings, dataDir }, expectsFiles).then(({ code }) => code);
  const checkBoth = async () => [await check(false), await check(true)];

  expect(await checkBoth()).toEqual(["storage-new", "storage-folder"]);
  expect(existsSync(media)).toBe(false);
  mkdirSync(media);
  expect(await checkBoth()).toEqual(["storage-new", "storage-folder"]);
  expect(readdirSync(media)).toEqual([]);
  await new LocalStorage(media).check();
  expect(await checkBoth()).toEqual(["storage", "storage"]);
});

test("only push services that devices use are contacted", async ({ app }) => {
  const { id: userId } = await app.make.user();
  const endpoint = "https://127.0.0.1:1/one";
  const device = { userId, endpoint, p256dh: "p", auth: "a", name: "Phone", sessionHash: "s" };

  expect(await checkPush(app.db, app.services.settings)).toMatchObject({ code: "push-unused" });
  await app.db.insert(pushDevices).values(device);

  expect(await checkPush(app.db, app.services.settings)).toMatchObject({
    code: "push-unreachable",
    values: { hosts: "127.0.0.1:1" },
  });
});

test("push keys must belong together", () => {
  const [keys, others] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()];

  expect(arePair(keys)).toBe(true);
  expect(arePair({ ...keys, publicKey: others.publicKey })).toBe(false);
  expect(arePair({ ...keys, privateKey: "" })).toBe(false);
});
