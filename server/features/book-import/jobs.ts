import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOrphans } from "./delete-orphans.ts";

/** Removes orphaned files from the storage every hour. */
export const purgeStorage = defineJob({
  name: "book-import.purge",
  queue: "later",
  payload: z.strictObject({}),
  every: "17 * * * *",
  ownSlots: 1,
  run: async (services) => {
    const removed = await deleteOrphans(services);
    if (removed) services.log.info({ removed }, "removed files without a book");
  },
});
