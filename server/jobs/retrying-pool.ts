import pg from "pg";
import { isDatabaseUnavailable } from "#server/db/is-database-unavailable.ts";

/** SQLSTATE `cannot_connect_now`. Graphile Worker repeats queries that fail with it, for hours. */
const retryableCode = "57P03";

/**
 * A pool whose errors have a retryable code while the database is unavailable. With other codes, Graphile Worker
 * does not record the end of a job, and the unhandled rejection ends the process.
 */
export function openRetryingPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => unknown;
  pool.connect = ((...parameters: unknown[]) =>
    rejectRetryable(connect(...parameters))) as typeof pool.connect;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((...parameters: unknown[]) =>
      rejectRetryable(query(...parameters))) as typeof client.query;
  });
  return pool;
}

/** Leaves calls with a callback as they are. */
function rejectRetryable(result: unknown): unknown {
  if (!(result instanceof Promise)) return result;
  return result.catch((error: Error & { code?: string }) => {
    if (isDatabaseUnavailable(error.code, error.message)) error.code = retryableCode;
    throw error;
  });
}
