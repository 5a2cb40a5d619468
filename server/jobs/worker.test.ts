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
  queue: "soon",
  payload: Payload,
  run: async (_services, { to }) => {
    sent.push(to);
    doneEvents.emit(to);
  },
});
const alwaysFail = defineJob({
  name: "test.alwaysFail",
  queue: "soon",
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
    queue: "soon",
    payload: Payload,
    ownSlots: 1,
    run: async (_services, { to }) => {
      sent.push(to);
      doneEvents.emit(to);
      await once(doneEvents, `${to} is done`);
    },
  });
const build = defineLongJob("test.build");
const runLong = defineLongJob("test.runLong");
const runTwo = { ...defineLongJob("test.runTwo"), ownSlots: 2 };

const callRemote = defineJob({
  name: "test.callRemote",
  queue: "soon",
  payload: Payload,
  ownSlots: 6,
  run: async (_services, { to }) => {
    sent.push(to);
    await once(doneEvents, `${to} answered`);
  },
});

const answerCode = defineJob({
  name: "test.answerCode",
  queue: "now",
  payload: Payload,
  run: async (_services, { to }) => {
    sent.push(to);
    doneEvents.emit(to);
  },
});
const clean = defineJob({
  name: "test.clean",
  queue: "later",
  payload: Payload,
  run: async (_services, { to }) => {
    sent.push(to);
    await once(doneEvents, "flood ends");
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
      answerCode,
      clean,
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

  test("runs a job that a person waits for, however many jobs can run later", async () => {
    const cleaned = Array.from({ length: 300 }, (_, n) => ({ payload: { to: `clean ${n}` } }));
    await jobs.addAll(clean, cleaned);
    await expect.poll(() => sent.filter((to) => to.startsWith("clean"))).toHaveLength(2);
    const arrival = once(doneEvents, "code");

    await jobs.add(answerCode, { to: "code" });
    await arrival;

    expect(sent.filter((to) => to.startsWith("clean"))).toHaveLength(2);
    await getDb().execute("delete from graphile_worker._private_jobs where locked_at is null");
    doneEvents.emit("flood ends");
  });

  test("fetches urgent jobs before the others of their kind", async () => {
    await worker.stop();
    await jobs.addAll(send, [
      { payload: { to: "digest" }, queue: "later" },
      { payload: { to: "as declared" } },
      { payload: { to: "code email" }, queue: "now" },
    ]);
    // As versions without queues stored them.
    await getDb().execute(
      `select graphile_worker.add_job('test.answerCode', '{"to": "stored earlier"}'::json)`,
    );
    const arrivals = ["digest", "stored earlier"].map((to) => once(doneEvents, to));

    const { rows } = await getDb().execute<{ to: string }>(
      "select payload->>'to' as to from graphile_worker._private_jobs order by priority, run_at",
    );
    worker = await startWorker(running.services, running.databaseUrl, [send, answerCode]);
    await Promise.all(arrivals);

    expect(rows.map(({ to }) => to)).toEqual(["code email", "as declared", "stored earlier", "digest"]);
  });

  test("retries failed jobs", async () => {
    await worker.stop();
    worker = await startWorker(running.services, running.databaseUrl, [alwaysFail]);
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
      { queue: "soon", concurrency: 2, jobs: [send.name] },
      { queue: "soon", concurrency: 1, jobs: [build.name] },
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
