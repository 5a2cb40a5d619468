import { expect, test } from "vitest";
import { toPathPattern } from "./path-pattern.ts";

test.each([
  ["/api/uploads/:fileId", "/api/uploads/1", true],
  ["/api/uploads/:fileId", "/api/uploads/1/", true],
  ["/api/uploads/:fileId", "/api/uploads/1//", false],
  ["/api/uploads/:fileId", "/api/uploads/", false],
  ["/api/uploads/:fileId", "/api/uploads/1/2", false],
  ["/api/uploads/:fileId", "/API/uploads/1", false],
  ["/api/books.csv", "/api/books.csv", true],
  ["/api/books.csv", "/api/booksXcsv", false],
])("the path %s against %s: %s", (path, requested, expected) => {
  expect(toPathPattern(path).test(requested)).toBe(expected);
});
