import * as z from "zod/mini";
import { mergeUndoDays } from "#shared/staff/merges.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteMergedRows } from "./merges/merge-queries.ts";

/** What a merge moved is kept while it can be undone. */
const purgeMergedRows = defineJob({
  name: "staff.purge-merged-rows",
  payload: z.object({}),
  every: "51 3 * * *",
  run: ({ db, clock }) => deleteMergedRows(db, new Date(clock().getTime() - mergeUndoDays * 24 * 3_600_000)),
});

export const staffJobs = [purgeMergedRows];
