import { expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { getClipPath, parseClip } from "./clip.ts";
import { AudioAnchor, maxClip } from "./mark.ts";

test("a clip's link is read back, and nothing else is one", () => {
  const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");
  const path = getClipPath(bookId, { chapter: 3, from: 12.34, to: 42 });
  expect(path).toBe(`/book/${bookId}?clip=3-12.3-42`);
  expect(parseClip("3-12.3-42")).toEqual({ chapter: 3, from: 12.3, to: 42 });
  for (const text of ["", "3", "0-1-2", "1-5-5", "1-9-2", `1-0-${maxClip + 2}`, "1-a-b"]) {
    expect(parseClip(text)).toBeNull();
  }
});

test("a clip ends after its start and has a largest length", () => {
  const anchor = { chapter: 1, offset: 10, fraction: 0.1 };
  expect(AudioAnchor.safeParse({ ...anchor, end: 40 }).success).toBe(true);
  expect(AudioAnchor.safeParse({ ...anchor, end: 10 }).success).toBe(false);
  expect(AudioAnchor.safeParse({ ...anchor, end: 11 + maxClip }).success).toBe(false);
});
