import { describe, expect, test } from "vitest";
import type { SentenceId } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { getId } from "#client/testing/factories.ts";
import { getChapterUrl, getRequestedPosition, getSentenceUrl } from "./chapter-url.ts";
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
  spine: [
    { index: 0, path: "text/1.xhtml" },
    { index: 1, path: "text/2.xhtml" },
  ],
} as unknown as Ebook;

describe("the initial position", () => {
  test("is the chapter of a contents link", () => {
    const { search } = new URL(getChapterUrl(getId(5) as Ebook["bookId"], 1), "https://m.example");

    const opening = getOpeningPosition(initialPosition, ebook, getRequestedPosition(search));

    expect(opening).toEqual({
      ...initialPosition,
      target: { href: "text/1.xhtml#start" },
      isApproximate: false,
    });
  });

  test("is the sentence of a link", () => {
    const sentence = "s1-7" as SentenceId;
    const { search } = new URL(getSentenceUrl(getId(5) as Ebook["bookId"], sentence), "https://m.example");

    expect(getOpeningPosition(initialPosition, ebook, getRequestedPosition(search))).toEqual({
      ...initialPosition,
      target: { sentence },
      isApproximate: false,
    });
  });

  test.each([
    ["nothing asked", ""],
    ["a sentence of another book", "?sentence=s2-0"],
    ["an invalid sentence", "?sentence=first"],
    ["a heading without a page", "?chapter=1"],
    ["a chapter past the last", "?chapter=4"],
    ["none", "?chapter=0"],
    ["no number", "?chapter=two"],
  ])("where it was left, with %s", (_what, search) => {
    expect(getOpeningPosition(initialPosition, ebook, getRequestedPosition(search))).toBe(initialPosition);
  });
});
