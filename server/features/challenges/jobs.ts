import * as z from "zod/mini";
import { bookFinished } from "#server/features/library/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { completeChallenges } from "./complete-challenges.ts";
import { notifyNewChallenge } from "./notify-new-challenge.ts";
import { notifyChallengeUpdate } from "./updates.ts";

/** Checks the challenges of a reader who finished a book. */
const completeAfterBook = defineJob({
  ...bookFinished,
  run: (services, { userId }) => completeChallenges(services, userId),
});

const completeAll = defineJob({
  name: "challenges.complete",
  queue: "later",
  payload: z.strictObject({}),
  every: "*/5 * * * *",
  run: (services) => completeChallenges(services, null),
});

export const challengesJobs = [completeAfterBook, completeAll, notifyNewChallenge, notifyChallengeUpdate];
