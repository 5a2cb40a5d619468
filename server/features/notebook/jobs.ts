import * as z from "zod/mini";
import { deletedMarkDays } from "#shared/notebook/notebook.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { eraseDeletedMarks } from "./purge-queries.ts";

const dayMs = 24 * 3_600_000;

export const eraseMarks = defineJob({
  name: "notebook.erase-deleted-marks",
  queue: "later",
  payload: z.strictObject({}),
  every: "23 4 * * *",
  run: ({ db, clock }) => eraseDeletedMarks(db, new Date(clock().getTime() - deletedMarkDays * dayMs)),
});
