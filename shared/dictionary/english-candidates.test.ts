import { expect, test } from "vitest";
import { listEnglishCandidates } from "./english-candidates.ts";

test.each([
  ["Running", "run"],
  ["stories", "story"],
  ["went", "go"],
  ["lay", "lie"],
  ["wolves", "wolf"],
  ["knives", "knife"],
  ["hoping", "hope"],
  ["happiest", "happy"],
  ["reader’s", "reader"],
  ["lying", "lie"],
  ["boxes", "box"],
])("%s can be a form of %s", (word, base) => {
  expect(listEnglishCandidates(word).map(({ form }) => form)).toContain(base);
});

test("the word as written comes first, in lower case", () => {
  expect(listEnglishCandidates("Left")).toMatchObject([
    { form: "left", distance: 0 },
    { form: "leave", distance: 1 },
  ]);
});
