import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { purgeDeletedSessions } from "./queries.ts";

/** How long a deleted session can be restored. */
const restorableMs = 24 * 3_600_000;

const purgeSessions = defineJob({
  name: "activity.purge",
  queue: "later",
  payload: z.strictObject({}),
  every: "23 * * * *",
  async run({ db, clock }) {
    await purgeDeletedSessions(db, new Date(clock().getTime() - restorableMs));
  },
});

export const activityJobs = [purgeSessions];
