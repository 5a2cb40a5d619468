import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { JobState, OutboxEmail } from "#shared/staff/records.ts";
import type { Database } from "#server/db/client.ts";
import { emails } from "#server/db/schema/accounts/accounts.ts";
import { contactMessages } from "#server/db/schema/system/support.ts";

export type MessageRow = typeof contactMessages.$inferSelect;

/** Open messages are listed oldest first, answered ones latest first. */
export function listMessageRows(
  db: Database,
  isAnswered: boolean,
  after: Date | null,
  limit: number,
): Promise<MessageRow[]> {
  const { createdAt, answeredAt } = contactMessages;
  return db
    .select()
    .from(contactMessages)
    .where(
      isAnswered
        ? and(isNotNull(answeredAt), after ? lt(answeredAt, after) : undefined)
        : and(isNull(answeredAt), after ? sql`${createdAt} > ${after}` : undefined),
    )
    .orderBy(isAnswered ? desc(answeredAt) : asc(createdAt))
    .limit(limit);
}

export async function lockMessage(tx: Database, id: string): Promise<MessageRow | null> {
  const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update");
  return row ?? null;
}

export async function setAnswer(
  tx: Database,
  id: string,
  answer: { readonly answer: string; readonly answeredAt: Date; readonly answeredBy: UserId },
): Promise<MessageRow | null> {
  const [row] = await tx.update(contactMessages).set(answer).where(eq(contactMessages.id, id)).returning();
  return row ?? null;
}

export function listEmailRows(
  db: Database,
  status: OutboxEmail["status"] | undefined,
  before: Date | null,
  limit: number,
) {
  const { id, to, subject, hasSecret, error, createdAt, sentAt } = emails;
  return db
    .select({ id, to, subject, hasSecret, status: emails.status, error, createdAt, sentAt })
    .from(emails)
    .where(
      and(status ? eq(emails.status, status) : undefined, before ? lt(emails.createdAt, before) : undefined),
    )
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(limit);
}

export async function findEmailText(db: Database, id: string): Promise<{ text: string } | null> {
  const [row] = await db.select({ text: emails.text }).from(emails).where(eq(emails.id, id));
  return row ?? null;
}

const maxJobs = 200;

interface JobRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly state: JobStateName;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly runAt: Date;
  readonly lastError: string;
}

type JobStateName = (typeof JobState)["_zod"]["output"];

const jobState = sql`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'failed'
  when attempts > 0 then 'retrying'
  else 'waiting' end`;

/** The queue's tables exist once a worker has started. */
async function hasQueue(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('graphile_worker.jobs') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

export async function listJobRows(
  db: Database,
): Promise<{ jobs: JobRow[]; counts: Record<JobStateName, number> }> {
  const noJobs = { waiting: 0, running: 0, retrying: 0, failed: 0 };
  if (!(await hasQueue(db))) return { jobs: [], counts: noJobs };
  const { rows: jobs } = await db.execute<JobRow>(sql`
    select id::text as id, task_identifier as name, ${jobState} as state, attempts::int as attempts,
      max_attempts::int as "maxAttempts", run_at as "runAt", coalesce(last_error, '') as "lastError"
    from graphile_worker.jobs
    order by case ${jobState} when 'failed' then 0 when 'running' then 1 when 'retrying' then 2 else 3 end, run_at
    limit ${sql.raw(String(maxJobs))}`);
  const { rows: counted } = await db.execute<{ state: JobStateName; count: number }>(
    sql`select ${jobState} as state, count(*)::int as count from graphile_worker.jobs group by 1`,
  );
  const counts = { ...noJobs, ...Object.fromEntries(counted.map(({ state, count }) => [state, count])) };
  return { jobs: jobs.map((job) => ({ ...job, runAt: new Date(job.runAt) })), counts };
}

/** Jobs that are due and not started, and the seconds that the oldest of them waits. */
export async function countWaitingJobs(
  db: Database,
): Promise<{ readonly waitingJobs: number; readonly oldestJobSeconds: number }> {
  if (!(await hasQueue(db))) return { waitingJobs: 0, oldestJobSeconds: 0 };
  const { rows } = await db.execute<{ waitingJobs: number; oldestJobSeconds: number }>(sql`
    select count(*)::int as "waitingJobs",
      coalesce(extract(epoch from now() - min(run_at)), 0)::int as "oldestJobSeconds"
    from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts`);
  return rows[0] ?? { waitingJobs: 0, oldestJobSeconds: 0 };
}

/** @returns false for an unknown or running job */
export async function rescheduleJob(db: Database, id: string): Promise<boolean> {
  if (!(await hasQueue(db))) return false;
  const { rowCount } = await db.execute(
    sql`select * from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`,
  );
  return rowCount === 1;
}

/** @returns false for an unknown or running job */
export async function deleteJob(db: Database, id: string): Promise<boolean> {
  if (!(await hasQueue(db))) return false;
  const { rowCount } = await db.execute(
    sql`select * from graphile_worker.complete_jobs(array[${id}::bigint])`,
  );
  return rowCount === 1;
}
