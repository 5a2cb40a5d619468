import { sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { heartbeatLockClass } from "#server/jobs/worker-liveness.ts";

/** Workers that hold their advisory lock. */
export async function countWorkers(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${heartbeatLockClass}
      and database = (select oid from pg_database where datname = current_database())`);
  return rows[0]?.count ?? 0;
}
