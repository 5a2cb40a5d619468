import { expect, test } from "vitest";
import { formatProgress } from "./format-progress.ts";

const chapterPage = { fraction: 0.25, chapter: { label: "One" }, wordsOnPage: 250 };

test.for<[number, string]>([
  [0, "Last page of the chapter, less than a minute"],
  [200, "3 pages left in the chapter, 1 minute"],
  [200 * 59, "3 pages left in the chapter, 59 minutes"],
  [200 * 60, "3 pages left in the chapter, 1h"],
  [200 * 1_074, "3 pages left in the chapter, 17h 54m"],
])("%i words left at 200 words per minute: %s", ([words, left]) => {
  const at = { ...chapterPage, pagesLeftInChapter: words ? 3 : 0, wordsLeftInChapter: words };

  expect(formatProgress(at as Parameters<typeof formatProgress>[0], 200).left).toBe(left);
});

test.each([
  ["a title page before the first chapter", { chapter: null, wordsOnPage: 60 }],
  ["a title page in the contents", { wordsOnPage: 6 }],
])("%s is not the last page of a chapter", (_which, page) => {
  const at = { ...chapterPage, pagesLeftInChapter: 0, wordsLeftInChapter: 6, ...page };

  expect(formatProgress(at as Parameters<typeof formatProgress>[0], 200).left).toBe("");
});
