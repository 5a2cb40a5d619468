import * as z from "zod/mini";
import { undoDays } from "#server/features/publishing/states.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteReplaced } from "./queries.ts";

/** Deletes files that a revision replaced, once it can no longer be undone. */
export const purgeReplacedFiles = defineJob({
  name: "publishing.purge-replaced",
  queue: "later",
  payload: z.strictObject({}),
  every: "17 4 * * *",
  async run({ db, clock }) {
    await deleteReplaced(db, new Date(clock().getTime() - undoDays * 86_400_000));
  },
});
