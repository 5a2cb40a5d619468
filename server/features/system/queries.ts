import { sql } from "drizzle-orm";
import { countMigrations } from "#server/db/migrate.ts";
import type { Services } from "#server/services.ts";

/** Asks the database for a sign of life, and how many migrations it has had of how many. */
export async function readMigrations({
  probe,
}: Pick<Services, "probe">): Promise<{ applied: number; known: number }> {
  return countMigrations({ query: (text: string) => probe.execute(sql.raw(text)) });
}
