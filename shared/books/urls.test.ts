import { expect, test } from "vitest";
import { BookId } from "./book.ts";
import { getAudioUrl, getCoverUrl, isGeneratedCover } from "./urls.ts";

const bookId = BookId.parse("00000000-0000-4000-8000-00000000000b");

test("covers and audio have URLs by book", () => {
  expect(getCoverUrl(bookId, "abc")).toBe(`/covers/${bookId}/abc-320.webp`);
  expect(getCoverUrl(bookId, "abc", 160)).toBe(`/covers/${bookId}/abc-160.webp`);
  expect(getCoverUrl(bookId, "")).toBe("");
  expect(getAudioUrl(bookId, "file")).toBe(`/media/${bookId}/file`);
});

test("generated covers are known by the start of their hash", () => {
  expect([isGeneratedCover("00000000abc"), isGeneratedCover("abc00000000")]).toEqual([true, false]);
});
