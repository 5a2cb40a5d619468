import { sql } from "drizzle-orm";
import { runMigrations } from "graphile-worker";
import * as z from "zod/mini";
import type { OpenDatabase } from "#server/db/client.ts";
import type { Jobs } from "./job-queue.ts";
import { noopLogger } from "./noop-logger.ts";

const maxAttempts = 8;

/** Opens the job queue in the database, creating its tables if needed. */
export async function openQueue(db: OpenDatabase, url: string): Promise<Jobs> {
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger: noopLogger });
  return {
    async add(job, payload, { key, runAt, db: within = db } = {}) {
      const json = JSON.stringify(z.encode(job.payload, payload as never));
      await within.execute(sql`
        select graphile_worker.add_job(
          ${job.name}, payload := ${json}::json, run_at := ${runAt?.toISOString() ?? null}::timestamptz,
          max_attempts := ${maxAttempts}, job_key := ${key ?? null}::text
        )`);
    },
    async addAll(job, items, within = db) {
      if (items.length === 0) return;
      const rows = items.map(({ payload, runAt = null }) => ({
        payload: z.encode(job.payload, payload as never),
        run_at: runAt,
      }));
      await within.execute(sql`
        select graphile_worker.add_job(
          ${job.name}, payload := item.payload, run_at := item.run_at, max_attempts := ${maxAttempts}
        ) from json_to_recordset(${JSON.stringify(rows)}::json) as item(payload json, run_at timestamptz)`);
    },
  };
}
