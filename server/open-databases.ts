import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { type OpenDatabase, openDatabase } from "./db/client.ts";
import { observeQueries } from "./db/observe-queries.ts";
import { logSlowQueries } from "./db/slow-queries.ts";
import { getAreaLog } from "./logging/log.ts";
import { observePool } from "./metrics/metrics.ts";
import type { Settings } from "./settings.ts";
import { traceQueries } from "./tracing/trace-queries.ts";

type OpenOptions = NonNullable<Parameters<typeof openDatabase>[1]>;

/**
 * Searches take processor time of the database. Fewer connections than readers need less of it, because each has
 * to map the shared memory first.
 */
const maxSearches = Math.min(8, availableParallelism() + 1);

/** For requests and jobs. */
const maxMain = 10;

/** A replica that does not answer must not delay requests for long. */
const replicaTimeoutMs = 1_000;

/** Connections to the primary that each process may open: the pools below, events and locks. */
export const getMaxConnections = ({ pooledDatabaseUrl }: Pick<Settings, "pooledDatabaseUrl">): number =>
  pooledDatabaseUrl === null ? maxMain + maxSearches + 1 + 2 : 2;

/**
 * The pools of a process, observed by metrics, traces and the log of slow queries.
 *
 * @param databaseUrl without a pooler
 */
export function openDatabases(settings: Settings, databaseUrl: string, log: Logger) {
  const isPooled = settings.pooledDatabaseUrl !== null;
  const open = (options: OpenOptions = {}) =>
    openDatabase(settings.pooledDatabaseUrl ?? databaseUrl, { ...options, isPooled });
  const db = open({ max: maxMain });
  const probe = open({ max: 1, statementTimeoutMs: 1_000 });
  const searchDb = open({ max: maxSearches });
  const replicas = settings.readDatabaseUrl === null ? null : openReplica(settings.readDatabaseUrl, isPooled);

  const pools: Record<string, OpenDatabase> = {
    main: db,
    search: searchDb,
    ...(replicas && { replica: replicas.replica, "replica search": replicas.replicaSearch }),
  };
  const observed = Object.values(pools).map(({ $client }) => $client);
  if (settings.slowQueryMs > 0) {
    const slowQueryLog = getAreaLog(log, "database");
    const observe = logSlowQueries({ log: slowQueryLog, databaseUrl, thresholdMs: settings.slowQueryMs });
    for (const pool of observed) observeQueries(pool, observe);
  }
  if (settings.isTraced) for (const pool of observed) observeQueries(pool, traceQueries);
  const stopObserving = Object.entries({ ...pools, probe }).map(([name, { $client }]) =>
    observePool(name, $client),
  );
  return {
    db,
    probe,
    searchDb,
    replicas,
    async close() {
      for (const stop of stopObserving) stop();
      await Promise.all([db, probe, searchDb].map(({ $client }) => $client.end()));
    },
  };
}

function openReplica(url: string, isPooled: boolean) {
  const open = (options: OpenOptions = {}) =>
    openDatabase(url, { ...options, isPooled, connectionTimeoutMs: replicaTimeoutMs });
  return {
    replica: open(),
    replicaSearch: open({ max: maxSearches }),
    replicaProbe: open({ max: 1, answerTimeoutMs: replicaTimeoutMs }),
  };
}
