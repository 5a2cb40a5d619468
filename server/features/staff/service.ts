import type { User, UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import type { Services } from "#server/services.ts";
import { countDueJobs, listJobRows } from "./record-queries.ts";
import { liftSuspension } from "./users.ts";

export const countWaitingJobs = countDueJobs;

/** Jobs that are not retried any more. */
export async function countFailedJobs(db: Database): Promise<number> {
  return (await listJobRows(db)).counts.failed;
}

/** @throws {ProblemError} `not_found`; `forbidden` for oneself and for higher roles */
export async function liftSuspensionOf(services: Services, actor: User, userId: UserId): Promise<void> {
  await liftSuspension(services, actor, userId);
}
