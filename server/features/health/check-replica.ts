import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { createClient } from "#server/db/create-client.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const maxWaitMs = 2_000;

/**
 * Whether the replica answers, and follows its primary.
 *
 * @param url null for none, which has no findings
 */
export async function checkReplica(url: string | null, primaryUrl: string): Promise<readonly Finding[]> {
  if (url === null) return [];
  const [primary, replica] = [primaryUrl, url].map((connectionString) =>
    createClient({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 }),
  ) as [pg.Client, pg.Client];
  try {
    await Promise.all([primary.connect(), replica.connect()]);
    return [await measure(primary, replica)];
  } catch (error) {
    return [problem("replica-unusable", { reason: error instanceof Error ? error.message : String(error) })];
  } finally {
    await Promise.all([primary, replica].map((client) => client.end().catch(() => {})));
  }
}

async function measure(primary: pg.Client, replica: pg.Client): Promise<Finding> {
  const { rows } = await primary.query<{ lsn: string }>("select pg_current_wal_insert_lsn()::text as lsn");
  const startedAt = performance.now();
  for (;;) {
    const { rows: states } = await replica.query<{ isReplica: boolean; hasAll: boolean }>(
      `select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll"`,
      [rows[0]?.lsn],
    );
    const elapsedMs = Math.round(performance.now() - startedAt);
    if (!states[0]?.isReplica) return warning("replica-primary");
    if (states[0].hasAll) return ok("replica", { ms: elapsedMs });
    if (elapsedMs > maxWaitMs) return warning("replica-behind", { seconds: maxWaitMs / 1000 });
    await sleep(20);
  }
}
