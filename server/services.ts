import type { Logger } from "pino";
import type { Database } from "#server/db/client.ts";
import type { PushGate } from "#server/http/push-gate.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Live } from "#server/realtime/live.ts";
import type { Settings } from "#server/settings.ts";
import type { Storage } from "#server/storage/storage.ts";

/** Everything outside the process that handlers and jobs may touch. Tests swap the clock and the way to push services. */
export interface Services {
  readonly settings: Settings;
  readonly db: Database;
  /** A connection aside, for who asks whether the database answers and must not stand in line with the readers. */
  readonly probe: Database;
  readonly clock: () => Date;
  readonly storage: Storage;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly pushGate: PushGate;
  readonly log: Logger;
}
