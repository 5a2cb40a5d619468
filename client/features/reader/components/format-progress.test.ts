import { expect, test } from "vitest";
import { formatProgress } from "./format-progress.ts";

test.for<[number, string]>([
  [0, "Last page of the chapter, less than a minute"],
  [200, "3 pages left in the chapter, 1 minute"],
  [200 * 59, "3 pages left in the chapter, 59 minutes"],
  [200 * 60, "3 pages left in the chapter, 1h"],
  [200 * 1_074, "3 pages left in the chapter, 17h 54m"],
])("%i words left at 200 words per minute: %s", ([words, left]) => {
  const at = { fraction: 0.25, chapter: null, pagesLeftInChapter: words ? 3 : 0, wordsLeftInChapter: words };

  expect(formatProgress(at as Parameters<typeof formatProgress>[0], 200).left).toBe(left);
});
