import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { setSiteHijriShift } from "#shared/reading-activity/hijri-shift.ts";
import { openDatabase } from "./db/client.ts";
import { observeQueries } from "./db/observe-queries.ts";
import { SessionLocks } from "./db/session-locks.ts";
import { logSlowQueries } from "./db/slow-queries.ts";
import { hasStoredFiles, readActiveStorage } from "./features/storage-admin/service.ts";
import { setDefaultLanguage } from "./http/api/request-language.ts";
import { createWebPushClient } from "./http/security/web-push-client.ts";
import { openQueue } from "./jobs/queue.ts";
import { getAreaLog } from "./logging/log.ts";
import { observePool } from "./metrics/metrics.ts";
import { connectPubSub } from "./pubsub/postgres-live.ts";
import type { Services } from "./services.ts";
import type { Settings } from "./settings.ts";
import { openStorageDrivers } from "./storage/drivers.ts";
import { SwitchableStorage } from "./storage/switchable.ts";
import { traceQueries } from "./tracing/trace-queries.ts";

/** The services that the server, the worker and the commands use. */
export interface OpenServices {
  readonly services: Services;
  close(): Promise<void>;
}

/**
 * Searches take processor time of the database. Fewer connections than readers need less of it, because each has
 * to map the shared memory first.
 */
const maxSearches = Math.min(8, availableParallelism() + 1);

/**
 * Creates the services on a migrated database.
 *
 * @param databaseUrl without a pooler
 */
export async function createServices(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
): Promise<OpenServices> {
  setSiteHijriShift(settings.hijriShift);
  setDefaultLanguage(settings.defaultLanguage);
  const open = (options?: { readonly max: number; readonly statementTimeoutMs?: number }) =>
    openDatabase(settings.pooledDatabaseUrl ?? databaseUrl, {
      ...options,
      isPooled: settings.pooledDatabaseUrl !== null,
    });
  const db = open();
  const probe = open({ max: 1, statementTimeoutMs: 1_000 });
  const searchDb = open({ max: maxSearches });
  if (settings.slowQueryMs > 0) {
    const slowQueryLog = getAreaLog(log, "database");
    const observe = logSlowQueries({ log: slowQueryLog, databaseUrl, thresholdMs: settings.slowQueryMs });
    for (const { $client } of [db, searchDb]) observeQueries($client, observe);
  }
  if (settings.isTraced) for (const { $client } of [db, searchDb]) observeQueries($client, traceQueries);
  const jobs = await openQueue(db, databaseUrl);
  const live = await connectPubSub(databaseUrl, db, log);
  const { drivers: storageDrivers, close: closeStorage } = await openStorageDrivers(settings, () =>
    hasStoredFiles(db),
  );
  const locks = new SessionLocks(databaseUrl);
  const webPushClient = createWebPushClient(settings);
  const stopObserving = [
    observePool("main", db.$client),
    observePool("probe", probe.$client),
    observePool("search", searchDb.$client),
  ];
  const services: Services = {
    settings,
    db,
    databaseUrl,
    probe,
    searchDb,
    clock: () => new Date(),
    storage: new SwitchableStorage(storageDrivers, () => readActiveStorage(db)),
    storageDrivers,
    jobs,
    locks,
    live,
    webPushClient,
    log,
  };
  // Marks the folder of a new installation, before rows expect files in it.
  await services.storage.check();
  return {
    services,
    async close() {
      for (const stop of stopObserving) stop();
      webPushClient.close();
      closeStorage();
      await Promise.all([live.close(), locks.close()]);
      await Promise.all([db, probe, searchDb].map(({ $client }) => $client.end()));
    },
  };
}
