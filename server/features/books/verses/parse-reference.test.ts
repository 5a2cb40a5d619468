import { expect, test } from "vitest";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { readQuranPackage } from "#server/quran-detection/quran-package.ts";
import { parseVerseReference } from "./parse-reference.ts";
import { surahs } from "./surahs.ts";

const parse = (text: string) => {
  const found = parseVerseReference(text);
  return found && (found.verse === null ? String(found.surah) : `${found.surah}:${found.verse}`);
};

test.each([
  ["2:255", "2:255"],
  ["٢:٢٥٥", "2:255"],
  ["۲:۲۵۵", "2:255"],
  [" 2 : 255 ", "2:255"],
  ["Qur'an 2:255-257", "2:255"],
  ["القرآن 2:255", "2:255"],
  ["الرحمن", "55"],
  ["سورة الرحمن", "55"],
  ["سورة الرَّحْمٰن ٢٦", "55:26"],
  ["سورة البقرة الآية ٢٥٥", "2:255"],
  ["ar-Rahman", "55"],
  ["Ar Rahmaan", "55"],
  ["arrahman", "55"],
  ["rahman", "55"],
  ["surah yasin", "36"],
  ["Sura Ya-Sin 9", "36:9"],
  ["ياسين", "36"],
  ["surat al-baqara", "2"],
  ["Al-Baqarah verse 255", "2:255"],
  ["surah 18", "18"],
  ["سورة ١٨", "18"],
  ["al-kahf", "18"],
  ["Al 'Imran", "3"],
  ["Ali Imran", "3"],
  ["surah sad", "38"],
  ["surah at-tin", "95"],
  ["آية الكرسي", "2:255"],
  ["Ayat al-Kursi", "2:255"],
])("%s is %s", (text, reference) => {
  expect(parse(text)).toBe(reference);
});

test.each([
  "2:287",
  "115:1",
  "0:1",
  "2:0",
  "18",
  "1984",
  "room",
  "sad",
  "tin",
  "fill",
  "the prophet",
  "Yusuf and the tortoise",
  "رحمن رحيم",
  "surah",
  "",
])("%j is none", (text) => {
  expect(parse(text)).toBeNull();
});

test("every surah is found by its names", () => {
  for (const [index, [name, transliteration]] of surahs.entries()) {
    expect([`سورة ${name}`, `surah ${transliteration}`].map(parse)).toEqual(Array(2).fill(String(index + 1)));
  }
  expect(surahs.reduce((sum, [, , verses]) => sum + verses, 0)).toBe(6236);
});

test("names and numbers of verses are those of the licensed package", () => {
  const normalize = (name: string) => normalizeSearchText(name);
  for (const [index, { name, verses }] of (readQuranPackage() ?? []).entries()) {
    expect([normalize(surahs[index]?.[0] ?? ""), surahs[index]?.[2]]).toEqual([
      normalize(name),
      verses.length,
    ]);
  }
});
