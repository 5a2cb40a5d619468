import { desc, notInArray, sql } from "drizzle-orm";
import type { CountCheck, CountDifference } from "#shared/staff/count-checks.ts";
import type { Database } from "#server/db/client.ts";
import { countChecks } from "#server/db/schema/system/tasks.ts";
import type { KeptCount } from "./kept-count-queries.ts";

const maxExamples = 20;

type Comparison = Pick<CountCheck, "wrong" | "examples">;

/** In one statement, so that a change between two reads is no difference. */
export async function compareCount(db: Database, { rows }: KeptCount): Promise<Comparison> {
  return db.transaction(async (tx) => {
    await tx.execute("set local statement_timeout = '30min'");
    // Averages are rounded where they are stored.
    const result = await tx.execute<CountDifference & Record<string, unknown> & { total: number }>(sql`
      select id, coalesce(stored, 0) as stored, coalesce(actual, 0) as actual, count(*) over ()::int as total
      from (${rows}) c where abs(coalesce(stored, 0) - coalesce(actual, 0)) > 0.001
      order by id limit ${maxExamples}`);
    return {
      wrong: result.rows[0]?.total ?? 0,
      examples: result.rows.map(({ id, stored, actual }) => ({ id, stored, actual })),
    };
  });
}

export async function saveCountCheck(db: Database, check: typeof countChecks.$inferInsert): Promise<void> {
  const { name: _name, ...values } = check;
  await db.insert(countChecks).values(check).onConflictDoUpdate({ target: countChecks.name, set: values });
}

/** Those of counts that are no longer kept. */
export async function deleteOtherChecks(db: Database, names: readonly string[]): Promise<void> {
  await db.delete(countChecks).where(notInArray(countChecks.name, [...names]));
}

/** Those with differences first. */
export const listCheckRows = (db: Database): Promise<(typeof countChecks.$inferSelect)[]> =>
  db.select().from(countChecks).orderBy(desc(countChecks.wrong), countChecks.name);

/** Kept counts with differences. */
export const countWrongCounts = (db: Database): Promise<number> =>
  db.$count(countChecks, sql`${countChecks.wrong} > 0`);
