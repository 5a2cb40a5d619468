import { sql } from "drizzle-orm";
import { countMigrations } from "#server/db/migrate.ts";
import type { Services } from "#server/services.ts";

/** Asks the database for a sign of life, and how many migrations it has had of how many. */
export async function readMigrations({
  db,
}: Pick<Services, "db">): Promise<{ applied: number; known: number }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '1s'`);
    return countMigrations({ query: (text: string) => tx.execute(sql.raw(text)) });
  });
}
