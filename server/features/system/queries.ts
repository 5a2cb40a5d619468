import { count, isNull, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { countMigrations } from "#server/db/migrate.ts";
import { uploadSets } from "#server/db/schema/publishing/uploads.ts";
import { type QueueName, queueNames, queuePriorities } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";

/** Checks the database and counts applied and known migrations. */
export async function readMigrations({
  probe,
}: Pick<Services, "probe">): Promise<{ applied: number; known: number }> {
  return countMigrations({ query: (text: string) => probe.execute(sql.raw(text)) });
}

export interface JobCount {
  readonly job: string;
  /** Of the least urgent of them. */
  readonly queue: QueueName;
  readonly state: "waiting" | "scheduled" | "running" | "retrying" | "failed";
  readonly count: number;
  /** Since the oldest of them was due. */
  readonly oldestSeconds: number;
}

/** Nothing before the first worker has created the queue. */
export async function countJobsByState(db: Database): Promise<readonly JobCount[]> {
  if (!(await hasQueues(db))) return [];
  const { rows } = await db.execute<{ [Name in keyof JobCount]: JobCount[Name] }>(sql`
    select task_identifier as job,
      case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed'
        when attempts > 0 then 'retrying'
        when run_at > now() then 'scheduled'
        else 'waiting' end as state,
      case when max(priority) < 0 then 'now' when max(priority) > 0 then 'later' else 'soon' end as queue,
      count(*)::int as count,
      greatest(0, extract(epoch from now() - min(run_at)))::float as "oldestSeconds"
    from graphile_worker.jobs group by 1, 2`);
  return rows;
}

export interface QueueCount {
  readonly queue: QueueName;
  /** Due and not started. */
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Of every queue; nothing before the first worker has created them. */
export async function countJobsByQueue(db: Database): Promise<readonly QueueCount[]> {
  if (!(await hasQueues(db))) return [];
  const queues = queueNames.map((name) => ({ name, priority: queuePriorities[name] }));
  const { rows } = await db.execute<{ [Name in keyof QueueCount]: QueueCount[Name] }>(sql`
    select queue.name as queue, count(jobs.id)::int as count,
      greatest(0, coalesce(extract(epoch from now() - min(jobs.run_at)), 0))::float as "oldestSeconds"
    from json_to_recordset(${JSON.stringify(queues)}::json) as queue(name text, priority int)
    left join graphile_worker.jobs on jobs.priority = queue.priority
      and jobs.run_at <= now() and jobs.locked_at is null and jobs.attempts < jobs.max_attempts
    group by queue.name`);
  return rows;
}

async function hasQueues(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('graphile_worker.jobs') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

export async function countUploadSets(
  db: Database,
): Promise<readonly { readonly state: string; readonly count: number }[]> {
  return db
    .select({ state: uploadSets.state, count: count() })
    .from(uploadSets)
    .where(isNull(uploadSets.bookId))
    .groupBy(uploadSets.state);
}
