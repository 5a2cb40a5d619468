import path from "node:path";
import type { Logger } from "pino";
import { openDatabase } from "#server/db/client.ts";
import type { Settings } from "#server/env.ts";
import type { Job, Jobs } from "#server/jobs/jobs.ts";
import type { Live } from "#server/realtime/live.ts";
import type { Services } from "#server/services.ts";
import { openLocalStorage } from "#server/storage/local.ts";

/** Everything that the server, the worker and the commands run on, and how to close it. */
export interface OpenServices {
  readonly services: Services;
  close(): Promise<void>;
}

/** Opens the services on a database that has been migrated. */
export async function openServices(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
): Promise<OpenServices> {
  const db = openDatabase(databaseUrl);
  const services: Services = {
    settings,
    db,
    clock: () => new Date(),
    storage: openLocalStorage(path.join(settings.dataDir, "media")),
    jobs: inThisProcess(() => services),
    live: withinThisProcess(),
    log,
  };
  return {
    services,
    async close() {
      await db.$client.end();
    },
  };
}

function inThisProcess(services: () => Services): Jobs {
  return {
    async add(job, payload) {
      setImmediate(() => void (job as unknown as Job).run(services(), payload as never).catch(() => {}));
    },
  };
}

function withinThisProcess(): Live {
  const listeners = new Map<string, Set<(given: never) => void>>();
  const tell = (topic: string, given: unknown) => {
    for (const listener of listeners.get(topic) ?? []) listener(given as never);
  };
  const hear = (topic: string, listener: (given: never) => void) => {
    const all = listeners.get(topic) ?? new Set();
    listeners.set(topic, all.add(listener));
    return () => void all.delete(listener);
  };
  return {
    publish: async (userId, event) => tell(`user:${userId}`, event),
    subscribe: (userId, listener) => hear(`user:${userId}`, listener),
    broadcast: async (topic, id) => tell(topic, id),
    onBroadcast: hear,
  };
}
