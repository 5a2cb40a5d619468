import { sql } from "drizzle-orm";
import { countMigrations } from "#server/db/migrate.ts";
import type { Services } from "#server/services.ts";

/** Checks the database and counts applied and known migrations. */
export async function readMigrations({
  probe,
}: Pick<Services, "probe">): Promise<{ applied: number; known: number }> {
  return countMigrations({ query: (text: string) => probe.execute(sql.raw(text)) });
}
