import { sql } from "drizzle-orm";
import { runMigrations } from "graphile-worker";
import * as z from "zod/mini";
import type { OpenDatabase } from "#server/db/client.ts";
import { getTraceparent } from "#server/tracing/tracer.ts";
import { type Jobs, queuePriorities } from "./job-queue.ts";
import { noopLogger } from "./noop-logger.ts";

const maxAttempts = 8;

const traceFlag = "traceparent:";

/** A flag carries the trace to the worker; workers of versions without traces ignore it. */
function getFlags(): string | null {
  const traceparent = getTraceparent();
  return traceparent === null ? null : `{${traceFlag}${traceparent}}`;
}

/** The trace that a job was enqueued in; null for none. */
export const getTraceOfJob = (flags: Readonly<Record<string, true>> | null): string | null =>
  Object.keys(flags ?? {})
    .find((flag) => flag.startsWith(traceFlag))
    ?.slice(traceFlag.length) ?? null;

/** Opens the job queue in the database, creating its tables if needed. */
export async function openQueue(db: OpenDatabase, url: string): Promise<Jobs> {
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger: noopLogger });
  return {
    async add(job, payload, { key, runAt, db: within = db } = {}) {
      const json = JSON.stringify(z.encode(job.payload, payload as never));
      await within.execute(sql`
        select graphile_worker.add_job(
          ${job.name}, payload := ${json}::json, run_at := ${runAt?.toISOString() ?? null}::timestamptz,
          max_attempts := ${maxAttempts}, job_key := ${key ?? null}::text,
          priority := ${queuePriorities[job.queue]}::int, flags := ${getFlags()}::text[]
        )`);
    },
    async addAll(job, items, within = db) {
      if (items.length === 0) return;
      const rows = items.map(({ payload, runAt = null, queue = job.queue }) => ({
        payload: z.encode(job.payload, payload as never),
        run_at: runAt,
        priority: queuePriorities[queue],
      }));
      await within.execute(sql`
        select graphile_worker.add_job(
          ${job.name}, payload := item.payload, run_at := item.run_at, max_attempts := ${maxAttempts},
          priority := item.priority, flags := ${getFlags()}::text[]
        ) from json_to_recordset(${JSON.stringify(rows)}::json)
          as item(payload json, run_at timestamptz, priority int)`);
    },
  };
}
