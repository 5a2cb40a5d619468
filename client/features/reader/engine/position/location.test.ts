import { expect, test } from "vitest";
import { isBetweenDocuments } from "./location.ts";

// foliate-js puts an empty page before and after the pages of each document.
test.each([
  [{ page: 0, pages: 7 }, true],
  [{ page: 1, pages: 7 }, false],
  [{ page: 5, pages: 7 }, false],
  [{ page: 6, pages: 7 }, true],
  [{ page: 1, pages: 3 }, false],
  [{ page: 2, pages: 3 }, true],
  [{ page: 1, pages: 2 }, false],
  [{ page: 6, pages: 7, scrolled: true }, false],
  [{}, false],
])("%j is between two documents: %s", (renderer, expected) => {
  expect(isBetweenDocuments({ scrolled: false, ...renderer })).toBe(expected);
});
