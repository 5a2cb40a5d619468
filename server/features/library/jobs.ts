import { bookReleased } from "#server/features/books/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { tellWatchers } from "./release-alerts.ts";

/** A book that was waited for has appeared. */
export const tellOfRelease = defineJob({
  ...bookReleased,
  formerly: ["books.released"],
  run: (services, { bookId }) => tellWatchers(services, bookId),
});
