import { sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";

/**
 * The rows of all tables that mention one of the ids, as `table: row`. They stay the same when something is
 * done to others: a query without its condition changes them.
 */
export async function listRowsAbout(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const pattern = ids.join("|");
  const queries = tables.map(
    ({ name }) =>
      sql`select ${name} || ': ' || to_jsonb(t)::text as row from ${sql.raw(name)} t where t::text ~ ${pattern}`,
  );
  const { rows } = await db.execute<{ row: string }>(sql.join(queries, sql` union all `));
  return rows.map(({ row }) => row).sort();
}
