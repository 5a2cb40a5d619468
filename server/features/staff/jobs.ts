import * as z from "zod/mini";
import { mergeUndoDays } from "#shared/staff/merges.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { checkCounts } from "./counts/check-counts.ts";
import { deleteMergedRows } from "./merges/merge-queries.ts";

/** Moved rows are kept while the merge can be undone. */
const purgeMergedRows = defineJob({
  name: "staff.purge-merged-rows",
  queue: "later",
  payload: z.object({}),
  every: "51 3 * * *",
  run: ({ db, clock }) => deleteMergedRows(db, new Date(clock().getTime() - mergeUndoDays * 24 * 3_600_000)),
});

const checkKeptCounts = defineJob({
  name: "staff.check-counts",
  queue: "later",
  payload: z.object({}),
  every: "33 4 * * *",
  ownSlots: 1,
  run: (services) => checkCounts(services),
});

export const staffJobs = [purgeMergedRows, checkKeptCounts];
