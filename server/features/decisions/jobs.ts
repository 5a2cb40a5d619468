import * as z from "zod/mini";
import { snapshotDays } from "#shared/moderation/contract.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { eraseDecisionTexts } from "./queries.ts";

export const purgeDecisionTexts = defineJob({
  name: "decisions.purge",
  queue: "later",
  payload: z.object({}),
  every: "47 3 * * *",
  run: ({ db, clock }) => eraseDecisionTexts(db, new Date(clock().getTime() - snapshotDays * 24 * 3_600_000)),
});
