import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteContactMessagesBefore } from "./queries.ts";

export const retentionDays = 365;

/** Deletes contact messages after a year. */
export const purgeContactMessages = defineJob({
  name: "support.purge",
  queue: "later",
  payload: z.strictObject({}),
  every: "41 4 * * *",
  run: ({ db, clock }) =>
    deleteContactMessagesBefore(db, new Date(clock().getTime() - retentionDays * 24 * 3_600_000)),
});
