import { expect, test } from "vitest";
import { parseTextSearch } from "#shared/reader/text-search/parse-text-search.ts";
import { searchSentences } from "#shared/reader/text-search/search-sentences.ts";
import { listSentences } from "./search-offline.ts";

const chapter = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>
  <p><span id="s2-0" class="mk-s">The lamp was lit.</span> <span id="s2-1" class="mk-s">She read the </span><em><span data-s="s2-1" class="mk-s">old
  letters</span></em><span data-s="s2-1" class="mk-s">.</span></p>
  <p><span id="s2-2" class="mk-s">في المَكْتَبةِ سراج.</span></p></body></html>`;

const search = (text: string) =>
  searchSentences(listSentences(chapter, { index: 2 }), parseTextSearch({ search: text })).hits.map(
    ({ sentence, match, isExact }) => [sentence, match, isExact],
  );

test("a kept chapter is searched by phrase, by words and without vowel signs, also across elements", () => {
  expect(search("old letters")).toEqual([["s2-1", "old letters", true]]);
  expect(search("letters old")).toEqual([["s2-1", "old letters", false]]);
  expect(search("مكتبة")).toEqual([["s2-2", "مَكْتَبةِ", true]]);
  expect(search("harbour")).toEqual([]);
});
