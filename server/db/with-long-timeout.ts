import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** Runs queries over whole tables in a transaction with a timeout of a minute. */
export async function withLongTimeout<Result>(
  db: Database,
  callback: (db: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '60s'`);
    return callback(tx);
  });
}
