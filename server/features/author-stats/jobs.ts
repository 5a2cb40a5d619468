import * as z from "zod/mini";
import { withLongTimeout } from "#server/db/with-long-timeout.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { findLastRun, saveRun, updateStops, updateWeeks } from "./queries.ts";

/** Sessions that are received while a run reads are counted by the next one. */
const overlapMs = 3_600_000;

/** Everything of 22,000,000 days of reading takes minutes. */
const maxStatementMinutes = 30;

/** Each night what changed; on Sundays everything, which also removes what was deleted. */
export const updateBookStats = defineJob({
  name: "stats.update",
  queue: "later",
  payload: z.strictObject({}),
  every: "11 2 * * *",
  ownSlots: 1,
  run: (services) => computeBookStats(services, services.clock().getUTCDay() === 0),
});

export async function computeBookStats(
  { db, clock }: Pick<Services, "db" | "clock">,
  isFull: boolean,
): Promise<void> {
  const now = clock();
  await withLongTimeout(
    db,
    async (tx) => {
      const last = await findLastRun(tx);
      const since = isFull || !last ? null : new Date(last.getTime() - overlapMs);
      await updateWeeks(tx, since);
      await updateStops(tx, since);
      await saveRun(tx, since ? "changed" : "all", now);
    },
    maxStatementMinutes,
  );
}
