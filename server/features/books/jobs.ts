import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { indexPendingWords, recomputeWordCounts } from "./search/search-word-queries.ts";

const Nothing = z.strictObject({});

/** Lets search correct towards the words of books that appeared within the last minute. */
export const learnWords = defineJob({
  name: "books.learn-words",
  payload: Nothing,
  every: "* * * * *",
  run: async ({ db }) => {
    await indexPendingWords(db);
  },
});

/** Forgets the words of books that went, and counts all anew. */
export const countWords = defineJob({
  name: "books.count-words",
  payload: Nothing,
  every: "17 3 * * *",
  run: ({ db }) => recomputeWordCounts(db),
});
