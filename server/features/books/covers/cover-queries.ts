import { sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { coverVariants } from "#server/db/schema/books/books.ts";

/** Consecutive for consecutive books, so that neighbours in lists differ. */
export async function takeCoverVariant(db: Database): Promise<number> {
  const { rows } = await db.execute<{ variant: number }>(
    sql`select nextval(${coverVariants.seqName})::int as variant`,
  );
  return expectOneRow(rows).variant;
}
