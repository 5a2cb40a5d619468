import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { parseCronItems, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import * as z from "zod/mini";
import { getAreaLog } from "#server/logging/log.ts";
import { jobSeconds } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import { runInSpan } from "#server/tracing/tracer.ts";
import { type QueueName, queueNames, queuePriorities } from "./job-queue.ts";
import type { AnyJob } from "./jobs.ts";
import { noopLogger } from "./noop-logger.ts";
import { getTraceOfJob } from "./queue.ts";
import { openRetryingPool } from "./retrying-pool.ts";
import { startWorkerHeartbeat } from "./worker-liveness.ts";

interface Options {
  readonly checkIntervalMs?: number;
}

/** Processes jobs until `stop`, which waits for running ones. */
export interface Worker {
  stop(): Promise<void>;
}

export async function startWorker(
  allServices: Services,
  databaseUrl: string,
  jobs: readonly AnyJob[],
  { checkIntervalMs }: Options = {},
): Promise<Worker> {
  const services = { ...allServices, log: getAreaLog(allServices.log, "jobs") };
  const name = `worker-${randomUUID()}`;
  const heartbeat = await startWorkerHeartbeat(databaseUrl, name, services.log, checkIntervalMs);
  const groups = getJobGroups(jobs);
  const pool = openRetryingPool({
    connectionString: databaseUrl,
    max: countConnections(groups),
    application_name: "maktaba worker",
  });
  const onConnectionLost = (error: Error) =>
    services.log.warn({ err: error }, "the worker lost a connection");
  pool.on("error", onConnectionLost);
  pool.on("connect", (client) => client.on("error", onConnectionLost));
  const runners = await Promise.all(groups.map((group) => runJobGroup(services, pool, name, group)));
  services.log.info(
    {
      worker: name,
      slots: groups.map((group) => ({
        queue: group.queue,
        concurrency: group.concurrency,
        jobs: group.jobs.map((job) => job.name),
      })),
      scheduled: jobs.flatMap(({ name: job, every }) => (every ? [`${job} ${every}`] : [])),
    },
    `worker started: ${jobs.length} kinds of jobs`,
  );
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
      await pool.end();
      await heartbeat.end();
      services.log.info({ worker: name }, "worker stopped");
    },
  };
}

/** Of the pool of a worker and its heartbeat. */
export const getMaxWorkerConnections = (jobs: readonly AnyJob[]): number =>
  countConnections(getJobGroups(jobs)) + 1;

/** For statements that fetch and end jobs; jobs run on the pools of the services. */
const maxQueueStatements = 10;

/** Each group listens on one. */
const countConnections = (groups: readonly JobGroup[]) => groups.length + maxQueueStatements;

interface JobGroup {
  readonly queue: QueueName;
  readonly jobs: readonly AnyJob[];
  readonly concurrency: number;
}

/** Of the jobs of a queue that have no slots of their own. */
const sharedSlots = 2;

/** Jobs that share slots. */
export function getJobGroups(jobs: readonly AnyJob[]): readonly JobGroup[] {
  const groups = queueNames.flatMap((queue) => {
    const queued = jobs.filter((job) => job.queue === queue);
    return [
      { queue, jobs: queued.filter(({ ownSlots }) => ownSlots === undefined), concurrency: sharedSlots },
      ...queued.flatMap((job) =>
        job.ownSlots === undefined ? [] : [{ queue, jobs: [job], concurrency: job.ownSlots }],
      ),
    ];
  });
  return groups.filter(({ jobs: groupJobs }) => groupJobs.length > 0);
}

function runJobGroup(services: Services, pool: pg.Pool, name: string, { jobs, concurrency }: JobGroup) {
  return run({
    pgPool: pool,
    concurrency,
    taskList: getTasks(services, jobs),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, queue, every }) => {
        if (every === undefined) return [];
        const options = { backfillPeriod: getBackfillMs(every), priority: queuePriorities[queue] };
        return [{ task: name, match: every, options }];
      }),
    ),
    events: createEvents(name),
    noHandleSignals: true,
    // Poll interval in ms, in case NOTIFY is lost.
    pollInterval: 2_000,
    logger: noopLogger,
  });
}

const dayMs = 24 * 3_600_000;

/** Daily and weekly jobs that were missed while the server was off run when it starts. */
function getBackfillMs(every: string): number {
  const [, hour = "*", , , weekday = "*"] = every.split(" ");
  if (hour === "*") return 0;
  return weekday === "*" ? dayMs : 7 * dayMs;
}

/** Graphile Worker generates a random id for its locks; ours is the one with the advisory lock. */
function createEvents(name: string): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    workerPool.id = name;
  });
  return events;
}

function getTasks(services: Services, jobs: readonly AnyJob[]): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown, { abortSignal, job: { flags } }) =>
        runInSpan(
          { name: `job ${job.name}`, kind: "consumer", parent: getTraceOfJob(flags) },
          { job: job.name },
          () => runJob(services, job, payload, abortSignal),
        ),
    ]),
  );
}

/** Failures are logged and rethrown, so that the queue retries the job. */
async function runJob(
  services: Services,
  job: AnyJob,
  payload: unknown,
  shutdownSignal: AbortSignal | undefined,
): Promise<void> {
  services.log.debug("job started");
  const end = jobSeconds.startTimer({ job: job.name });
  try {
    await job.run(services, z.parse(job.payload, withoutCronMark(payload)) as never, shutdownSignal);
    end({ result: "done" });
  } catch (error) {
    end({ result: "failed" });
    services.log.error({ err: error }, "job failed");
    throw error;
  }
}

/** Graphile Worker adds `_cron` to scheduled payloads. */
function withoutCronMark(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("_cron" in input)) return input;
  const { _cron, ...payload } = input;
  return payload;
}
