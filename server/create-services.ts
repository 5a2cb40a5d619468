import type { Logger } from "pino";
import { setSiteHijriShift } from "#shared/reading-activity/hijri-shift.ts";
import { ReadReplica } from "./db/read-replica.ts";
import { SessionLocks } from "./db/session-locks.ts";
import { hasStoredFiles, readActiveStorage } from "./features/storage-admin/service.ts";
import { setDefaultLanguage } from "./http/api/request-language.ts";
import { createWebPushClient } from "./http/security/web-push-client.ts";
import { openQueue } from "./jobs/queue.ts";
import { getAreaLog } from "./logging/log.ts";
import { openDatabases } from "./open-databases.ts";
import { connectPubSub } from "./pubsub/postgres-live.ts";
import type { Services } from "./services.ts";
import type { Settings } from "./settings.ts";
import { openStorageDrivers } from "./storage/drivers.ts";
import { SwitchableStorage } from "./storage/switchable.ts";

/** The services that the server, the worker and the commands use. */
export interface OpenServices {
  readonly services: Services;
  close(): Promise<void>;
}

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
  const { db, probe, searchDb, replicas, close: closeDatabases } = openDatabases(settings, databaseUrl, log);
  const jobs = await openQueue(db, databaseUrl);
  const live = await connectPubSub(databaseUrl, db, log);
  const replica =
    replicas && new ReadReplica({ ...replicas, primary: db, live, log: getAreaLog(log, "database") });
  await replica?.measure();
  const { drivers: storageDrivers, close: closeStorage } = await openStorageDrivers(settings, () =>
    hasStoredFiles(db),
  );
  const locks = new SessionLocks(databaseUrl);
  const webPushClient = createWebPushClient(settings);
  const services: Services = {
    settings,
    db,
    databaseUrl,
    probe,
    searchDb,
    replica,
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
      webPushClient.close();
      closeStorage();
      await Promise.all([live.close(), locks.close(), replica?.close()]);
      await closeDatabases();
    },
  };
}
