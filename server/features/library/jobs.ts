import { bookReleased } from "#server/features/books/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { notifyWatchers } from "./release-alerts.ts";

/** A book that was waited for has appeared. */
export const notifyRelease = defineJob({
  ...bookReleased,
  previously: ["books.released"],
  run: (services, { bookId }) => notifyWatchers(services, bookId),
});
