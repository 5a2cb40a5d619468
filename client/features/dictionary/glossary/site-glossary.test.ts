import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isArabic } from "#shared/dictionary/fold-word.ts";
import { listCandidates } from "#shared/dictionary/list-candidates.ts";
import { findTerms, indexTerms, parseTerms } from "./site-glossary.ts";

const folder = path.join(import.meta.dirname, "terms");
const terms = readdirSync(folder).flatMap((name) =>
  parseTerms(readFileSync(path.join(folder, name), "utf8")),
);
const glossary = indexTerms(terms);

const find = (word: string) =>
  findTerms(glossary, listCandidates(word)).map(({ term, isGuess }) => [term.names[0], isGuess]);

test("has at least 400 terms, each with a name, an Arabic form and a definition in both languages", () => {
  const incomplete = terms.filter(
    ({ names, arabic, definitions: { en, ar } }) =>
      !names[0] ||
      names.some(isArabic) ||
      !arabic[0] ||
      !arabic.every(isArabic) ||
      !/^[A-Z“].*[.”]$/.test(en) ||
      isArabic(en) ||
      !isArabic(ar) ||
      !ar.endsWith("."),
  );

  expect(incomplete.map(({ names }) => names[0])).toEqual([]);
  expect(terms.length).toBeGreaterThanOrEqual(400);
  expect(new Set(terms.map(({ names }) => names[0])).size).toBe(terms.length);
});

test("a term is found by its spellings, its plural and with attached particles", () => {
  expect(find("isnād")).toEqual([["isnad", false]]);
  expect(find("Qurʾān")).toEqual([["Qur'an", false]]);
  expect(find("fatwas")).toEqual([["fatwa", true]]);
  expect(find("أَسَانِيد")).toEqual([["isnad", false]]);
  expect(find("وبالإسناد")).toEqual([["isnad", true]]);
  expect(find("window")).toEqual([]);
});
