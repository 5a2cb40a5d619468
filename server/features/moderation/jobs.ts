import * as z from "zod/mini";
import { snapshotDays } from "#shared/moderation/contract.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { eraseSnapshots } from "./queries.ts";

export const purgeReportSnapshots = defineJob({
  name: "moderation.purge",
  queue: "later",
  payload: z.object({}),
  every: "41 3 * * *",
  run: ({ db, clock }) => eraseSnapshots(db, new Date(clock().getTime() - snapshotDays * 24 * 3_600_000)),
});
