import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";

interface Options {
  /** Connections at most. */
  readonly max?: number;
  /** 0 for none. */
  readonly statementTimeoutMs?: number;
}

/** Opens a pool. Call `database.$client.end()` when done. */
export function openDatabase(url: string, { max = 10, statementTimeoutMs = 5_000 }: Options = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    application_name: "maktaba",
  });
  // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => {});
  return drizzle({ client: pool, casing: "snake_case" });
}

export type OpenDatabase = ReturnType<typeof openDatabase>;

/** A pool or a transaction: queries take either. */
export type Database = Omit<OpenDatabase, "$client">;
