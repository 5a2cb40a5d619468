import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { indexPendingWords, recomputeWordCounts } from "./search/search-word-queries.ts";

const Nothing = z.strictObject({});

export const updateSearchWords = defineJob({
  name: "books.learn-words",
  payload: Nothing,
  every: "* * * * *",
  run: async ({ db }) => {
    await indexPendingWords(db);
  },
});

export const countWords = defineJob({
  name: "books.count-words",
  payload: Nothing,
  every: "17 3 * * *",
  run: ({ db }) => recomputeWordCounts(db),
});
