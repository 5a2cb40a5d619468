import type { Logger } from "pino";
import type { Database } from "./db/client.ts";
import type { ReadReplica } from "./db/read-replica.ts";
import type { SessionLocks } from "./db/session-locks.ts";
import type { WebPushClient } from "./http/security/web-push-client.ts";
import type { Jobs } from "./jobs/job-queue.ts";
import type { PubSub } from "./pubsub/live.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage/storage.ts";
import type { StorageDrivers } from "./storage/switchable.ts";

/** External dependencies of handlers and jobs. Tests replace the clock and the push client. */
export interface Services {
  readonly settings: Settings;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly probe: Database;
  /** A few connections for searches, so that other requests do not wait for them. */
  readonly searchDb: Database;
  /** Null without `DATABASE_READ_URL`. */
  readonly replica: ReadReplica | null;
  readonly clock: () => Date;
  readonly storage: Storage;
  /** For moving files between them; everything else uses `storage`. */
  readonly storageDrivers: StorageDrivers;
  readonly jobs: Jobs;
  readonly locks: SessionLocks;
  readonly live: PubSub;
  readonly webPushClient: WebPushClient;
  readonly log: Logger;
}
