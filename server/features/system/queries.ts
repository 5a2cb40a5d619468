import { count, isNull, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { countMigrations } from "#server/db/migrate.ts";
import { uploadSets } from "#server/db/schema/publishing/uploads.ts";
import type { Services } from "#server/services.ts";

/** Checks the database and counts applied and known migrations. */
export async function readMigrations({
  probe,
}: Pick<Services, "probe">): Promise<{ applied: number; known: number }> {
  return countMigrations({ query: (text: string) => probe.execute(sql.raw(text)) });
}

export interface JobCount {
  readonly job: string;
  readonly state: "waiting" | "scheduled" | "running" | "retrying" | "failed";
  readonly count: number;
  /** Since the oldest of them was due. */
  readonly oldestSeconds: number;
}

/** Nothing before the first worker has created the queue. */
export async function countJobsByState(db: Database): Promise<readonly JobCount[]> {
  const { rows: tables } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('graphile_worker.jobs') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await db.execute<{ [Name in keyof JobCount]: JobCount[Name] }>(sql`
    select task_identifier as job,
      case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed'
        when attempts > 0 then 'retrying'
        when run_at > now() then 'scheduled'
        else 'waiting' end as state,
      count(*)::int as count,
      greatest(0, extract(epoch from now() - min(run_at)))::float as "oldestSeconds"
    from graphile_worker.jobs group by 1, 2`);
  return rows;
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
