import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listArabicCandidates } from "./arabic-candidates.ts";
import { foldWord } from "./fold-word.ts";
import { listCandidates } from "./list-candidates.ts";

/** Words of the Arabic books of the demo library, each with the stems under which a dictionary has it. */
const words = readFileSync(path.join(import.meta.dirname, "../testing/arabic-stems.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [word = "", stems = ""] = line.split(" ");
    return { word, stems: stems.split("|").map(foldWord) };
  });

/** A dictionary that has all of these stems, and so also wrong ones for many words. */
const lexicon = new Set(words.flatMap(({ stems }) => stems));

const lookUp = (word: string) => listCandidates(word).find(({ form }) => lexicon.has(form))?.form ?? "";

test("finds the stem of at least 98 % of the words first", () => {
  const wrong = words.filter(({ word, stems }) => !stems.includes(lookUp(word)));
  const missing = words.filter(
    ({ word, stems }) => !listCandidates(word).some(({ form }) => stems.includes(form)),
  );

  expect(words.length).toBeGreaterThanOrEqual(500);
  expect(1 - wrong.length / words.length).toBeGreaterThanOrEqual(0.98);
  expect(1 - missing.length / words.length).toBeGreaterThanOrEqual(0.98);
});

test("the word as written comes before every guess", () => {
  expect(listArabicCandidates("وَلَد")[0]).toEqual({ form: "ولد", distance: 0 });
  expect(listArabicCandidates("بيت").map(({ form }) => form)[0]).toBe("بيت");
});

test("two letters are not taken apart", () => {
  expect(listArabicCandidates("وهو").length).toBeGreaterThan(1);
  expect(listArabicCandidates("هو")).toEqual([{ form: "هو", distance: 0 }]);
});
