import type { Database } from "#server/db/client.ts";
import { countWrongCounts } from "./counts/count-queries.ts";
import { countWaitingJobs, listJobRows } from "./record-queries.ts";
import { createResetLinkByEmail } from "./reset-links.ts";
import { liftSuspension } from "./users.ts";

export { countWaitingJobs, countWrongCounts, createResetLinkByEmail, liftSuspension };

/** Jobs that are not retried any more. */
export async function countFailedJobs(db: Database): Promise<number> {
  return (await listJobRows(db)).counts.failed;
}
