import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { OpenDatabase } from "#server/db/client.ts";
import { spawnScript } from "#server/testing/peers/spawned-server.ts";
import { startTestServices } from "#server/testing/test-services.ts";
import { defineJob } from "./jobs.ts";
import { openQueue } from "./queue.ts";
import { startWorker, type Worker } from "./worker.ts";

const EmptyPayload = z.strictObject({});

let running: Awaited<ReturnType<typeof startTestServices>>;
let otherProcess: ChildProcess;
const workers: Worker[] = [];
const runs: string[] = [];

const heldJob = defineJob({
  name: "test.held",
  queue: "soon",
  payload: EmptyPayload,
  run: async () => void runs.push("held"),
});
const laterJob = defineJob({
  name: "test.later",
  queue: "soon",
  payload: EmptyPayload,
  run: async () => void runs.push("later"),
});

/** Another process holds a job and never finishes it. */
beforeEach(async () => {
  runs.length = 0;
  running = await startTestServices();
  const jobs = await openQueue(running.services.db as OpenDatabase, running.databaseUrl);
  otherProcess = spawnScript("worker-child-process", [running.databaseUrl]);
  await jobs.add(heldJob, {});
  if (!otherProcess.stdout) throw new Error("The other process has no output.");
  await once(otherProcess.stdout, "data");
});
afterEach(async () => {
  await kill();
  for (const worker of workers.splice(0)) await worker.stop();
  await running.stop();
});

async function kill(): Promise<void> {
  if (otherProcess.signalCode !== null || otherProcess.exitCode !== null) return;
  const ended = once(otherProcess, "close");
  otherProcess.kill("SIGKILL");
  await ended;
}

async function start(): Promise<void> {
  const options = { checkIntervalMs: 50 };
  workers.push(await startWorker(running.services, running.databaseUrl, [heldJob, laterJob], options));
}

async function findHolder(): Promise<string | null> {
  const { rows } = await running.services.db.execute<{ locked_by: string | null }>(
    "select locked_by from graphile_worker.jobs where task_identifier = 'test.held'",
  );
  return rows[0]?.locked_by ?? null;
}

/** Resolves when a postponed job has started; the workers have polled many times by then. */
async function waitForJob(): Promise<void> {
  const jobs = await openQueue(running.services.db as OpenDatabase, running.databaseUrl);
  await jobs.add(laterJob, {}, { runAt: new Date(Date.now() + 500) });
  await expect.poll(() => runs, { timeout: 20_000 }).toContain("later");
}

async function countAlive(): Promise<number | null> {
  const { rowCount } = await running.services.db.execute(
    `select from pg_locks where locktype = 'advisory' and classid = 727004
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rowCount;
}

describe("a job of a killed worker", () => {
  test("is taken by the next worker that starts", async () => {
    await kill();

    await start();

    await expect.poll(() => runs, { timeout: 20_000 }).toEqual(["held"]);
  });

  test("is taken by one running worker", async () => {
    await start();
    await start();

    await kill();

    await expect.poll(() => runs, { timeout: 20_000 }).toContain("held");
    await waitForJob();
    expect(runs.filter((name) => name === "held")).toHaveLength(1);
  });
});

describe("a job of a running worker", () => {
  test("stays with it when others start", async () => {
    const before = await findHolder();

    await start();
    await start();
    await waitForJob();

    expect(runs).not.toContain("held");
    expect(await findHolder()).toBe(before);
    expect(before).toMatch(/^worker-/);
  });

  test("stays with it after its connection broke", async () => {
    const { rows } = await running.services.db.execute<{ isGone: boolean }>(
      `select pg_terminate_backend(pid, 10000) as "isGone" from pg_stat_activity
        where datname = current_database() and application_name = 'maktaba worker heartbeat'`,
    );
    expect(rows).toEqual([{ isGone: true }]);
    expect(await countAlive()).toBe(0);

    await expect.poll(countAlive, { timeout: 20_000 }).toBe(1);
  });
});

test("a daily job that was missed runs once at the start, an hourly one does not", async () => {
  const now = new Date();
  const [minute, hour] = [(now.getUTCMinutes() + 30) % 60, (now.getUTCHours() + 12) % 24];
  const run = (name: string) => async () => void runs.push(name);
  const daily = defineJob({
    name: "test.daily",
    queue: "soon",
    payload: EmptyPayload,
    every: `${minute} ${hour} * * *`,
    run: run("daily"),
  });
  const hourly = defineJob({
    name: "test.hourly",
    queue: "soon",
    payload: EmptyPayload,
    every: `${minute} * * * *`,
    run: run("hourly"),
  });
  await running.services.db.execute(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      select identifier, now() - interval '9 days', now() - interval '3 days'
      from unnest(array['test.daily', 'test.hourly']) as identifier`,
  );

  workers.push(await startWorker(running.services, running.databaseUrl, [daily, hourly, laterJob]));
  await expect.poll(() => runs, { timeout: 20_000 }).toContain("daily");
  workers.push(await startWorker(running.services, running.databaseUrl, [daily, hourly, laterJob]));
  await waitForJob();

  expect(runs.toSorted()).toEqual(["daily", "later"]);
});
