import { expect, test } from "vitest";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { listSentenceTexts } from "#shared/epub/sanitize/write-document.ts";
import { getQuranIndex } from "#server/quran-detection/quran-index.ts";
import { getPagePassages } from "./quran-passages.ts";

const getPage = (body: string) =>
  sanitizeDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${body}</body></html>`,
    createUrlResolver("c.xhtml", getFileIndex({ paths: [], pages: [], fallbacks: [] })),
  );

/** The found passages, sentence by sentence. */
function findQuotedWords(body: string, index = getQuranIndex()) {
  const page = getPage(body);
  const texts = listSentenceTexts(page);
  return getPagePassages(page, index).map(({ number, ranges, isWhole }) => ({
    number,
    isWhole,
    words: ranges.map(([start, end]) => texts[number]?.slice(start, end)),
  }));
}

test("a verse split by markup is found in its sentence", () => {
  const body = "<p>Intro.</p><p>ثم قال:\n  <em>الحمد</em> لله <b>ر</b>ب\n   العالمين ومضى.</p>";
  expect(findQuotedWords(body)).toEqual([{ number: 1, isWhole: false, words: ["الحمد لله رب العالمين"] }]);
});

test("a sentence that is only a verse and its number is not spoken", () => {
  expect(findQuotedWords("<p>الحمد لله رب العالمين (٢).</p>")).toEqual([
    { number: 0, isWhole: true, words: ["الحمد لله رب العالمين (٢)."] },
  ]);
});

test.each([
  ["class", '<span class="quran">الله الصمد</span>'],
  ["one of several classes", '<span class="rtl quranText big">الله الصمد</span>'],
  ["a hyphenated class", '<span class="ayah-text">الله الصمد</span>'],
  ["epub:type", '<span epub:type="quran">الله الصمد</span>'],
  ["role", '<span role="quran">الله الصمد</span>'],
  ["an attribute of data", '<span data-ayah="112:2">الله الصمد</span>'],
  ["its own name", "<ayah>الله الصمد</ayah>"],
  ["its name and space", '<q:ayah xmlns:q="urn:q">الله الصمد</q:ayah>'],
  ["what stands around", '<span class="quran"><i><b>الله</b> الصمد</i></span>'],
])("a verse by markup is not spoken: %s", (_, markup) => {
  expect(findQuotedWords(`<p>ثم قال ${markup} ومضى</p>`, null)).toEqual([
    { number: 0, isWhole: false, words: ["الله الصمد"] },
  ]);
});

test.each([
  ["a translation within", '<div class="quran"><p class="translation">God, the Eternal.</p></div>'],
  ["another language within", '<div class="quran"><p lang="en">God, the Eternal.</p></div>'],
  ["a reference", '<p class="quran-ref">112:2</p>'],
  ["a heading about it", '<p class="quran-title">About the Qur\'an</p>'],
  ["poetry", '<p class="verse" epub:type="z3998:verse">A verse of a poem.</p>'],
])("text about the Qur'an is spoken: %s", (_, markup) => {
  expect(findQuotedWords(markup, null)).toEqual([]);
});
