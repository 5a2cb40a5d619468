import { describe, expect, test } from "vitest";
import type { Ebook } from "#shared/reader/contract.ts";
import { chapterAddress, chapterAsked } from "#client/lib/urls/chapter-url.ts";
import { idOf } from "#client/testing/factories.ts";
import { type OpeningPlace, openingAt } from "./initial-position.ts";

const kept: OpeningPlace = { target: { place: { fraction: 0.4 } }, isAbout: true, keptAt: new Date(0) };

const ebook = {
  toc: [
    { label: "Part one", href: "", children: [{ label: "One", href: "text/1.xhtml#start", children: [] }] },
    { label: "Two", href: "text/2.xhtml", children: [] },
  ],
  spine: [{ path: "text/1.xhtml" }, { path: "text/2.xhtml" }],
} as unknown as Ebook;

describe("a book opens", () => {
  test("at the chapter that its contents' link names", () => {
    const { search } = new URL(chapterAddress(idOf(5) as Ebook["bookId"], 1), "https://m.example");

    const opening = openingAt(kept, ebook, chapterAsked(search));

    expect(opening).toEqual({ ...kept, target: { href: "text/1.xhtml#start" }, isAbout: false });
  });

  test.each([
    ["nothing asked", ""],
    ["a heading without a page", "?chapter=1"],
    ["a chapter past the last", "?chapter=4"],
    ["none", "?chapter=0"],
    ["no number", "?chapter=two"],
  ])("where it was left, with %s", (_what, search) => {
    expect(openingAt(kept, ebook, chapterAsked(search))).toBe(kept);
  });
});
