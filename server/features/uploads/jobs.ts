import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteExpiredUploads, listUploadIds } from "./queries.ts";
import { deleteUploadFiles, listOldFolders } from "./upload-folder.ts";

/** Deletes expired uploads, and files without an upload. */
export const purgeUploads = defineJob({
  name: "uploads.purge",
  queue: "later",
  payload: z.strictObject({}),
  every: "27 * * * *",
  ownSlots: 1,
  async run(services) {
    const now = services.clock();
    for (const id of await deleteExpiredUploads(services.db, now)) await deleteUploadFiles(services, id);
    const uploadIds = new Set(await listUploadIds(services.db));
    for (const id of await listOldFolders(services, now)) {
      if (!uploadIds.has(id)) await deleteUploadFiles(services, id);
    }
  },
});
