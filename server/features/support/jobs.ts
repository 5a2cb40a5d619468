import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { removeContactMessagesBefore } from "./queries.ts";

/** Days for which what people wrote is kept. */
export const messagesKeptDays = 365;

/** Forgets what people wrote a year ago. */
export const sweepMessages = defineJob({
  name: "support.sweep",
  payload: z.strictObject({}),
  every: "41 4 * * *",
  run: ({ db, clock }) =>
    removeContactMessagesBefore(db, new Date(clock().getTime() - messagesKeptDays * 24 * 3_600_000)),
});
