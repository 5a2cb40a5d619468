import { expect, test } from "vitest";
import { findCover } from "./find-books.ts";

test.each([
  [["a/1.jpg", "a/my cover.png", "a/folder.webp"], "a/folder.webp"],
  [["a/1.jpg", "a/Book - Front Cover.png"], "a/Book - Front Cover.png"],
  [["a/1.jpg", "a/غلاف الكتاب.jpg"], "a/غلاف الكتاب.jpg"],
  [["a/1.mp3", "a/scan.avif"], "a/scan.avif"],
  [["a/1.jpg", "a/discover.jpg"], null],
  [["a/1.mp3", "a/cover.txt"], null],
])("the cover among %j is %s", (files, cover) => {
  expect(findCover(files)).toBe(cover);
});
