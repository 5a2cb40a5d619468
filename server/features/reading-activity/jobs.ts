import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { sweepDeleted } from "./queries.ts";

/** A deleted session can be put back for so long. */
const restorableMs = 24 * 3_600_000;

const sweepSessions = defineJob({
  name: "ledger.sweep",
  payload: z.strictObject({}),
  every: "23 * * * *",
  async run({ db, clock }) {
    await sweepDeleted(db, new Date(clock().getTime() - restorableMs));
  },
});

export const ledgerJobs = [sweepSessions];
