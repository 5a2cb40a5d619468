import { sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { heartbeatLockClass } from "#server/jobs/worker-liveness.ts";
import { liveApplicationName } from "#server/pubsub/postgres-live.ts";

/** Workers that hold their advisory lock. */
export async function countWorkers(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${heartbeatLockClass}
      and database = (select oid from pg_database where datname = current_database())`);
  return rows[0]?.count ?? 0;
}

/** The connections that the database allows, and the processes of the server that use it. */
export async function readConnectionLimit(db: Database): Promise<{ processes: number; available: number }> {
  const { rows } = await db.execute<{ processes: number; available: number }>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as available,
      (select count(*)::int from pg_stat_activity
        where application_name = ${liveApplicationName} and datname = current_database()) as processes`);
  return rows[0] ?? { processes: 0, available: 0 };
}
