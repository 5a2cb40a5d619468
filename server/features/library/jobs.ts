import { bookReleased } from "#server/features/books/service.ts";
import { enqueueBookFollowers } from "#server/features/follows/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { notifyWatchers } from "./release-alerts.ts";

/** Notifies readers of a released book. */
export const notifyRelease = defineJob({
  ...bookReleased,
  run: async (services, { bookId }) => {
    await notifyWatchers(services, bookId);
    await enqueueBookFollowers(services, bookId);
  },
});
