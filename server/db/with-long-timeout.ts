import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** Runs queries over whole tables in a transaction with a timeout of a minute, or longer, for each of them. */
export async function withLongTimeout<Result>(
  db: Database,
  callback: (db: Database) => Promise<Result>,
  minutes = 1,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = '${minutes}min'`));
    return callback(tx);
  });
}
