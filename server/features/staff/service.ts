import type { Database } from "#server/db/client.ts";
import { countDueJobs, listJobRows } from "./record-queries.ts";

export const countWaitingJobs = countDueJobs;

/** Jobs that are not retried any more. */
export async function countFailedJobs(db: Database): Promise<number> {
  return (await listJobRows(db)).counts.failed;
}
