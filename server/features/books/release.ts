import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { publishDue } from "./release-queries.ts";

/** Lets coming books appear when their date is there; from then on they are the newest. */
export const releaseBooks = defineJob({
  name: "books.release",
  payload: z.strictObject({}),
  every: "* * * * *",
  run: async ({ db, clock }) => {
    await publishDue(db, clock());
  },
});
