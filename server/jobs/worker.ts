import { parseCronItems, run, type TaskList } from "graphile-worker";
import pg from "pg";
import * as z from "zod/mini";
import type { Services } from "#server/services.ts";
import type { AnyJob } from "./jobs.ts";
import { quietLogger } from "./quiet-logger.ts";

interface Options {
  /** Jobs at a time. */
  readonly concurrency?: number;
}

/** Jobs being done until `stop`, which waits for those that have begun. */
export interface Worker {
  stop(): Promise<void>;
}

/**
 * Does the jobs that the queue holds, and those that come round by the clock. Any number of workers may run, in any
 * number of processes.
 */
export async function startWorker(
  services: Services,
  databaseUrl: string,
  jobs: readonly AnyJob[],
  { concurrency = 2 }: Options = {},
): Promise<Worker> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: concurrency + 2,
    application_name: "maktaba worker",
  });
  const lost = (error: Error) => services.log.warn({ err: error }, "the worker lost a connection");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const runner = await run({
    pgPool: pool,
    concurrency,
    taskList: tasksOf(services, jobs),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, every }) =>
        every === undefined ? [] : [{ task: name, match: every, options: { backfillPeriod: 0 } }],
      ),
    ),
    noHandleSignals: true,
    // Where NOTIFY does not reach us, a job still begins within these milliseconds.
    pollInterval: 2_000,
    logger: quietLogger,
  });
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

function tasksOf(services: Services, jobs: readonly AnyJob[]): TaskList {
  return Object.fromEntries(
    jobs.flatMap((job) =>
      [job.name, ...(job.formerly ?? [])].map((name) => [
        name,
        (given: unknown) => doJob(services, job, given),
      ]),
    ),
  );
}

/** Failures are logged here and thrown on, so that the queue tries the job again later. */
async function doJob(services: Services, job: AnyJob, given: unknown): Promise<void> {
  try {
    await job.run(services, z.parse(job.payload, withoutCronMark(given)) as never);
  } catch (error) {
    services.log.error({ err: error, job: job.name }, "job failed");
    throw error;
  }
}

/** The library adds `_cron` to what comes round by the clock. */
function withoutCronMark(given: unknown): unknown {
  if (typeof given !== "object" || given === null || !("_cron" in given)) return given;
  const { _cron, ...payload } = given;
  return payload;
}
