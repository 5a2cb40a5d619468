import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { updatePopularity } from "./lists/popularity-queries.ts";
import { updatePopularBooks } from "./search/popular-book-queries.ts";
import { recomputeWordCounts } from "./search/search-word-queries.ts";
import { updateTransliterationKeys, updateVocabulary } from "./search/vocabulary.ts";

const EmptyPayload = z.strictObject({});

export const updateSearchWords = defineJob({
  name: "books.update-vocabulary",
  queue: "soon",
  payload: EmptyPayload,
  every: "* * * * *",
  run: async ({ db }) => {
    await updateVocabulary(db);
  },
});

export const countWords = defineJob({
  name: "books.count-words",
  queue: "later",
  payload: EmptyPayload,
  every: "17 3 * * *",
  ownSlots: 1,
  run: async ({ db }) => {
    await recomputeWordCounts(db);
    await updateTransliterationKeys(db);
    await updatePopularity(db);
    await updatePopularBooks(db);
  },
});
