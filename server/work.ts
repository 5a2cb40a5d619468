import { accountsJobs } from "#server/features/accounts/jobs.ts";
import { countWords, learnWords } from "#server/features/books/jobs.ts";
import { releaseBooks } from "#server/features/books/release.ts";
import { challengesJobs } from "#server/features/challenges/jobs.ts";
import { sweepStorage } from "#server/features/ingest/jobs.ts";
import { makeCover } from "#server/features/ingest/tasks.ts";
import { ledgerJobs } from "#server/features/ledger/jobs.ts";
import { tellOfRelease } from "#server/features/library/jobs.ts";
import { narrateBooks } from "#server/features/narration/jobs.ts";
import { prayerPushJobs } from "#server/features/prayer-push/jobs.ts";
import { pushJobs } from "#server/features/push/jobs.ts";
import { sweepMessages } from "#server/features/support/jobs.ts";
import { alignBooks } from "#server/features/sync/jobs.ts";
import type { AnyJob } from "#server/jobs/jobs.ts";

/** Every kind of background work, for the worker. */
export const work: readonly AnyJob[] = [
  ...accountsJobs,
  ...challengesJobs,
  ...ledgerJobs,
  ...pushJobs,
  ...prayerPushJobs,
  alignBooks,
  countWords,
  learnWords,
  makeCover,
  narrateBooks,
  releaseBooks,
  tellOfRelease,
  sweepMessages,
  sweepStorage,
];
