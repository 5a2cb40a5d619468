import { expect, test } from "vitest";
import { getRelaxedSearches } from "./relaxed-searches.ts";

test.each([
  ["The prophet", []],
  ["the lamp and the ladder", ["lamp", "ladder"]],
  ["الفقه من الكتاب", ["الفقه", "الكتاب"]],
])("%s offers no stop words", (search, words) => {
  expect(getRelaxedSearches({ search }).map(({ filters }) => filters.search)).toEqual(words);
});
