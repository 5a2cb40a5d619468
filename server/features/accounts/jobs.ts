import * as z from "zod/mini";
import { removeEndedWindows } from "#server/http/rate-limit-queries.ts";
import { removeDeadSessions } from "#server/http/session-queries.ts";
import { type AnyJob, defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { eraseDueAccounts } from "./deletion.ts";
import { listExpiredExports, removeExport } from "./export-queries.ts";
import { gatherExport } from "./exports.ts";
import { sendLetter } from "./mail.ts";
import { giveUpMails, removeMailsBefore } from "./mail-queries.ts";
import { mailReset } from "./password-acts.ts";
import { removeOldTokens } from "./token-queries.ts";

const dayMs = 24 * 3_600_000;

/** Days for which a letter stays in the outbox. */
const lettersKeptDays = 30;

/** Takes away what is over: accounts after their days of grace, exports, sessions, tokens, letters, counts. */
export const sweepAccounts = defineJob({
  name: "accounts.sweep",
  payload: z.object({}),
  every: "17 * * * *",
  async run(services) {
    const { db, clock } = services;
    const now = clock();
    await eraseDueAccounts(services);
    await sweepExports(services);
    await removeDeadSessions(db, now);
    await removeOldTokens(db, now);
    await removeEndedWindows(db, now);
    await giveUpMails(db, new Date(now.getTime() - dayMs));
    await removeMailsBefore(db, new Date(now.getTime() - lettersKeptDays * dayMs));
  },
});

async function sweepExports({ db, storage, clock }: Services): Promise<void> {
  for (const { id, storageKey } of await listExpiredExports(db, clock())) {
    if (storageKey) await storage.remove(storageKey);
    await removeExport(db, id);
  }
}

/** The feature's background work. */
export const accountsJobs: readonly AnyJob[] = [sendLetter, mailReset, gatherExport, sweepAccounts];
