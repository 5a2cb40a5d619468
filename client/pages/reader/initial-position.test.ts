import { describe, expect, test } from "vitest";
import type { Ebook } from "#shared/reader/contract.ts";
import { getChapterUrl, getRequestedChapter } from "#client/lib/urls/chapter-url.ts";
import { getId } from "#client/testing/factories.ts";
import { getOpeningPosition, type InitialPosition } from "./initial-position.ts";

const initialPosition: InitialPosition = {
  target: { locator: { fraction: 0.4 } },
  isApproximate: true,
  storedAt: new Date(0),
};

const ebook = {
  toc: [
    { label: "Part one", href: "", children: [{ label: "One", href: "text/1.xhtml#start", children: [] }] },
    { label: "Two", href: "text/2.xhtml", children: [] },
  ],
  spine: [{ path: "text/1.xhtml" }, { path: "text/2.xhtml" }],
} as unknown as Ebook;

describe("the initial position", () => {
  test("is the chapter of a contents link", () => {
    const { search } = new URL(getChapterUrl(getId(5) as Ebook["bookId"], 1), "https://m.example");

    const opening = getOpeningPosition(initialPosition, ebook, getRequestedChapter(search));

    expect(opening).toEqual({
      ...initialPosition,
      target: { href: "text/1.xhtml#start" },
      isApproximate: false,
    });
  });

  test.each([
    ["nothing asked", ""],
    ["a heading without a page", "?chapter=1"],
    ["a chapter past the last", "?chapter=4"],
    ["none", "?chapter=0"],
    ["no number", "?chapter=two"],
  ])("where it was left, with %s", (_what, search) => {
    expect(getOpeningPosition(initialPosition, ebook, getRequestedChapter(search))).toBe(initialPosition);
  });
});
