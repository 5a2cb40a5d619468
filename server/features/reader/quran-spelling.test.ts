import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  findUthmani,
  hasUthmaniSpelling,
  toUthmaniLetters,
  toUthmaniPattern,
} from "#shared/reader/text-search/quran-spelling.ts";
import { readQuranPackage } from "#server/quran-detection/quran-package.ts";

const verses = (readQuranPackage() ?? []).flatMap(({ verses }) => verses.map(({ text }) => text));

/** The letters of a text, without vowel and pause marks. */
const removeVowelMarks = (text: string) =>
  text.replace(/[\u064B-\u0653\u0656-\u065F\u06D6-\u06E4\u06E8-\u06ED\u0640]/gu, "");
const plainVerses = verses.map(removeVowelMarks);
const verseLetters = verses.map(toUthmaniLetters);

/** Frequent words in everyday spelling, and the Uthmani spellings of each. */
const words = readFileSync(new URL("../../testing/fixtures/quran-words.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t") as [string, string]);

function find(search: string): string[] {
  const pattern = toUthmaniPattern(search) ?? /$^/;
  return verses.flatMap((verse, at) => {
    const found = findUthmani(verseLetters[at] ?? { letters: "", offsets: [] }, pattern);
    return found ? [verse.slice(found.first, found.last + 1)] : [];
  });
}

describe("everyday spelling in the Qur'an", () => {
  test("finds 200 frequent words in exactly their verses", () => {
    expect(words).toHaveLength(200);
    const wrong = words.flatMap(([everyday, uthmani]) => {
      const expected = plainVerses.filter((verse) => uthmani.split("|").some((form) => verse.includes(form)));
      const count = find(everyday).length;
      return expected.length > 0 && count === expected.length ? [] : [[everyday, expected.length, count]];
    });
    expect(wrong).toEqual([]);
  });

  test("finds the same verses as the Uthmani spelling", () => {
    for (const [everyday, uthmani] of [
      ["الصلاة", "الصلوة"],
      ["الصلاة", "ٱلصَّلَوٰةَ"],
      ["الزكاة", "الزكوة"],
      ["الحياة", "الحيوة"],
      ["يا أيها", "يأيها"],
      ["الليل", "اليل"],
    ] as const) {
      expect(find(uthmani)).toEqual(find(everyday));
    }
  });

  test("marks the exact word", () => {
    expect(new Set(find("السماوات").map(removeVowelMarks))).toEqual(new Set(["ٱلسمٰوٰت"]));
    expect(new Set(find("إبراهيم").map(removeVowelMarks))).toEqual(new Set(["إبرٰهيم", "إبرٰهۧم"]));
  });

  test.each(["", "prayer", "ٰ", "  "])("is not searched for in %j", (search) => {
    expect(toUthmaniPattern(search)).toBeNull();
  });

  test("is not applied to other texts", () => {
    expect(hasUthmaniSpelling("وَأَقِيمُوا الصَّلَاةَ")).toBe(false);
    expect(hasUthmaniSpelling("ٱلصَّلَوٰةَ")).toBe(true);
  });
});
