import * as z from "zod/mini";
import { deliverEmail, purgeEmails } from "#server/features/mail/service.ts";
import { deleteEndedWindows } from "#server/http/security/rate-limit-queries.ts";
import { deleteExpiredSessions } from "#server/http/session/session-queries.ts";
import { type AnyJob, defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { deleteDueAccounts } from "./deletion.ts";
import { deleteOldTokens } from "./emails/token-queries.ts";
import { deleteExport, listExpiredExports } from "./export-queries.ts";
import { createExportFile } from "./exports.ts";
import { sendResetEmail } from "./passwords/password-service.ts";
import { purgePictures } from "./picture.ts";

export const purgeAccounts = defineJob({
  name: "accounts.purge",
  queue: "later",
  payload: z.object({}),
  every: "17 * * * *",
  async run(services) {
    const { db, clock } = services;
    const now = clock();
    await purgeExports(services);
    await purgePictures(services);
    await deleteExpiredSessions(db, now);
    await deleteOldTokens(db, now);
    await deleteEndedWindows(db, now);
    await purgeEmails(services);
    // Last, because an account that cannot be deleted ends the job.
    await deleteDueAccounts(services);
  },
});

async function purgeExports({ db, storage, clock }: Services): Promise<void> {
  for (const { id, storageKey } of await listExpiredExports(db, clock())) {
    if (storageKey) await storage.remove(storageKey);
    await deleteExport(db, id);
  }
}

export const accountsJobs: readonly AnyJob[] = [
  deliverEmail,
  sendResetEmail,
  createExportFile,
  purgeAccounts,
];
