import * as z from "zod/mini";
import { createPartitions } from "#server/db/partitions.ts";
import { defineJob } from "#server/jobs/jobs.ts";

export const maintainPartitions = defineJob({
  name: "system.partitions",
  queue: "later",
  payload: z.object({}),
  every: "41 2 * * *",
  run: ({ db, clock }) => createPartitions(db, clock()),
});
