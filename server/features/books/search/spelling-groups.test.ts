import { expect, test } from "vitest";
import { listEquivalents } from "./spelling-groups.ts";

test.for([
  ["a spelling", ["koran"], null, ["quran", "mushaf", "قران"]],
  ["a word that begins like one", ["muhamm"], "muhamm", ["muhammad", "mohamed", "محمد"]],
] as const)("%s has the spellings of its group", ([, words, prefix, expected]) => {
  expect(listEquivalents(words, prefix)).toEqual(expect.arrayContaining([...expected]));
});

test.for([
  ["unknown words", ["zanjabil"], null],
  ["complete words that begin like one", ["muhamm"], null],
  ["short beginnings", ["muh"], "muh"],
] as const)("%s have none", ([, words, prefix]) => {
  expect(listEquivalents(words, prefix)).toEqual([]);
});
