import * as z from "zod/mini";
import { deliverEmail, purgeEmails } from "#server/features/mail/service.ts";
import { removeEndedWindows } from "#server/http/security/rate-limit-queries.ts";
import { removeDeadSessions } from "#server/http/session/session-queries.ts";
import { type AnyJob, defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { eraseDueAccounts } from "./deletion.ts";
import { removeOldTokens } from "./emails/token-queries.ts";
import { listExpiredExports, removeExport } from "./export-queries.ts";
import { gatherExport } from "./exports.ts";
import { mailReset } from "./passwords/password-service.ts";
import { sweepPictures } from "./picture.ts";

/** Takes away what is over: accounts after their days of grace, exports, pictures, sessions, tokens, letters, counts. */
export const sweepAccounts = defineJob({
  name: "accounts.sweep",
  payload: z.object({}),
  every: "17 * * * *",
  async run(services) {
    const { db, clock } = services;
    const now = clock();
    await eraseDueAccounts(services);
    await sweepExports(services);
    await sweepPictures(services);
    await removeDeadSessions(db, now);
    await removeOldTokens(db, now);
    await removeEndedWindows(db, now);
    await purgeEmails(services);
  },
});

async function sweepExports({ db, storage, clock }: Services): Promise<void> {
  for (const { id, storageKey } of await listExpiredExports(db, clock())) {
    if (storageKey) await storage.remove(storageKey);
    await removeExport(db, id);
  }
}

/** The feature's background work. */
export const accountsJobs: readonly AnyJob[] = [deliverEmail, mailReset, gatherExport, sweepAccounts];
