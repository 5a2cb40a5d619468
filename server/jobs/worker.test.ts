import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { OpenDatabase } from "#server/db/client.ts";
import { startTestServices } from "#server/testing/test-services.ts";
import type { Jobs } from "./job-queue.ts";
import { defineJob } from "./jobs.ts";
import { openQueue } from "./queue.ts";
import { startWorker, type Worker } from "./worker.ts";

const Payload = z.strictObject({ to: z.string() });
const doneEvents = new EventEmitter();
const sent: string[] = [];
let failures = 0;

const send = defineJob({
  name: "test.send",
  payload: Payload,
  run: async (_services, { to }) => {
    sent.push(to);
    doneEvents.emit(to);
  },
});
const alwaysFail = defineJob({
  name: "test.alwaysFail",
  payload: Payload,
  run: async () => {
    failures++;
    doneEvents.emit("failed");
    throw new Error("expected failure");
  },
});
const defineLongJob = (name: string) =>
  defineJob({
    name,
    payload: Payload,
    isLong: true,
    run: async (_services, { to }) => {
      sent.push(to);
      doneEvents.emit(to);
      await once(doneEvents, `${to} is done`);
    },
  });
const build = defineLongJob("test.build");
const runLong = defineLongJob("test.runLong");
const runTwo = { ...defineLongJob("test.runTwo"), maxConcurrent: 2 };

const callRemote = defineJob({
  name: "test.callRemote",
  payload: Payload,
  usesExternal: true,
  run: async (_services, { to }) => {
    sent.push(to);
    await once(doneEvents, `${to} answered`);
  },
});

describe("the job queue", () => {
  let running: Awaited<ReturnType<typeof startTestServices>>;
  let jobs: Jobs;
  let worker: Worker;
  const getDb = () => running.services.db;

  beforeAll(async () => {
    running = await startTestServices();
    jobs = await openQueue(running.services.db as OpenDatabase, running.databaseUrl);
    worker = await startWorker(running.services, running.databaseUrl, [
      send,
      alwaysFail,
      build,
      runLong,
      runTwo,
      callRemote,
    ]);
  });
  afterAll(async () => {
    await worker.stop();
    await running.stop();
  });

  test("runs added jobs", async () => {
    const arrival = once(doneEvents, "amina");

    await jobs.add(send, { to: "amina" });
    await arrival;

    expect(sent).toContain("amina");
  });

  test("runs jobs of committed transactions only", async () => {
    const arrival = once(doneEvents, "after");
    const failing = getDb().transaction(async (tx) => {
      await jobs.add(send, { to: "rolled back" }, { db: tx });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");

    await getDb().transaction((tx) => jobs.add(send, { to: "after" }, { db: tx }));
    await arrival;

    expect(sent).not.toContain("rolled back");
  });

  test("runs the last of several jobs with one key", async () => {
    const runAt = new Date("2099-01-01T00:00:00Z");
    await jobs.add(send, { to: "first" }, { key: "one", runAt });
    const arrival = once(doneEvents, "second");

    await jobs.add(send, { to: "second" }, { key: "one" });
    await arrival;

    expect(sent).not.toContain("first");
  });

  test("runs long jobs of a kind one at a time without blocking others", async () => {
    const arrivals = ["tower", "well", "letter 1", "letter 2", "letter 3"].map((name) =>
      once(doneEvents, name),
    );
    await jobs.add(build, { to: "tower" });
    await jobs.add(build, { to: "minaret" });
    await jobs.add(runLong, { to: "well" });

    for (const to of ["letter 1", "letter 2", "letter 3"]) await jobs.add(send, { to });
    await Promise.all(arrivals);

    expect(sent).not.toContain("minaret");
    const next = once(doneEvents, "minaret");
    doneEvents.emit("tower is done");
    await next;
    for (const to of ["minaret", "well"]) doneEvents.emit(`${to} is done`);
  });

  test("runs as many long jobs of a kind as it declares", async () => {
    const arrivals = ["east", "west", "letter 4"].map((name) => once(doneEvents, name));
    for (const to of ["east", "west", "north"]) await jobs.add(runTwo, { to });
    await jobs.add(send, { to: "letter 4" });
    await Promise.all(arrivals);

    expect(sent).not.toContain("north");
    const next = once(doneEvents, "north");
    doneEvents.emit("east is done");
    await next;
    for (const to of ["west", "north"]) doneEvents.emit(`${to} is done`);
  });

  test("is not blocked by unresponsive remote servers", async () => {
    for (const to of ["far 1", "far 2", "far 3"]) await jobs.add(callRemote, { to });
    await expect.poll(() => sent.filter((to) => to.startsWith("far"))).toHaveLength(3);
    const arrival = once(doneEvents, "near");
    await jobs.add(send, { to: "near" });
    await arrival;
    for (const to of ["far 1", "far 2", "far 3"]) doneEvents.emit(`${to} answered`);
  });

  test("retries failed jobs", async () => {
    const arrival = once(doneEvents, "failed");

    await jobs.add(alwaysFail, { to: "x" });
    await arrival;
    await worker.stop();

    const { rows } = await getDb().execute(
      "select attempts, max_attempts from graphile_worker.jobs where task_identifier = 'test.alwaysFail'",
    );
    expect(failures).toBe(1);
    expect(rows).toEqual([{ attempts: 1, max_attempts: 8 }]);
    worker = await startWorker(running.services, running.databaseUrl, []);
  });

  test("a worker logs that it started, and what it runs", async () => {
    const lines: unknown[][] = [];
    const info = (...line: unknown[]) => void lines.push(line);
    const services = { ...running.services, log: { ...running.services.log, info } as never };
    const scheduled = { ...build, every: "5 4 * * *" };

    const worker = await startWorker(services, running.databaseUrl, [send, scheduled]);
    await worker.stop();

    const slots = [
      { concurrency: 2, jobs: [send.name] },
      { concurrency: 1, jobs: [build.name] },
    ];
    const about = {
      worker: expect.stringMatching(/^worker-/),
      slots,
      scheduled: [`${build.name} 5 4 * * *`],
    };
    expect(lines).toContainEqual([about, "worker started: 2 kinds of jobs"]);
    expect(lines.at(-1)?.[1]).toBe("worker stopped");
  });
});
