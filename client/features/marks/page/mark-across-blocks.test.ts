import { expect, test } from "vitest";
import type { TextAnchor } from "#shared/marks/mark.ts";
import type { BookStructure } from "#client/features/reader/index.ts";
import { createAnchor } from "./create-anchor.ts";
import { drawRanges } from "./draw-ranges.ts";
import { SentenceIndex } from "./find-range.ts";

const paragraphs = [
  '<p><span class="mk-s" id="s0-0">The well is old. </span></p>',
  '<p><span class="mk-s" id="s0-1">Its <i>rope</i> is </span><span class="mk-s" data-s="s0-1">new.</span></p>',
  '<p><span class="mk-s" id="s0-2">Its water is cold.</span></p>',
  '<p><span class="mk-s" id="s0-3">They drink.</span></p>',
];

const parse = (markup: readonly string[]) =>
  new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Well</title></head><body>${markup.join("")}</body></html>`,
    "application/xhtml+xml",
  );

const structure = {
  sections: [{ cfi: null, item: { index: 0, wordCount: 14, sentenceCount: 4 } }],
  weights: [],
  chapters: [],
} as unknown as BookStructure;

/** From “old” in the first paragraph to “cold” in the third. */
function mark(): TextAnchor {
  const doc = parse(paragraphs);
  const [from, to] = [doc.getElementById("s0-0")?.firstChild, doc.getElementById("s0-2")?.firstChild];
  if (!from || !to) throw new Error("The document has no sentences");
  const range = doc.createRange();
  range.setStart(from, "The well is ".length);
  range.setEnd(to, "Its water is cold".length);
  const anchor = createAnchor({ doc, section: 0 }, range, { structure, version: "0123abcd" });
  if (anchor === null || anchor === "too-long") throw new Error("The range cannot be marked");
  return anchor;
}

/** The text and the sentences of a mark in a document that was opened again. */
function draw(anchor: TextAnchor, markup: readonly string[]) {
  const doc = parse(markup);
  const range = new SentenceIndex(doc).findRange({ anchor, placement: "exact" });
  drawRanges(doc, "mk-mark-yellow", range ? [range] : []);
  const drawn = [...doc.querySelectorAll(".mk-mark-yellow")].map(
    (element) => element.id || element.getAttribute("data-s"),
  );
  return { text: range?.toString().replace(/\s+/g, " "), drawn };
}

test("a mark over several paragraphs has both ends and the text between them", () => {
  expect(mark()).toMatchObject({
    start: { sentence: "s0-0", offset: "Thewellis".length },
    end: { sentence: "s0-2", offset: "Itswateriscold".length },
    quote: {
      exact: "old. Its rope is new. Its water is cold",
      prefix: "The well is",
      suffix: ". They drink.",
    },
    cfi: expect.stringMatching(/^epubcfi\(.+,.+,.+\)$/),
  });
});

test("it is found again and drawn whole", () => {
  expect(draw(mark(), paragraphs)).toEqual({
    text: "old. Its rope is new.Its water is cold",
    drawn: ["s0-0", "s0-1", "s0-1", "s0-2"],
  });
});

test("each part of a divided document shows its part of the mark", () => {
  const anchor = mark();
  expect(draw(anchor, paragraphs.slice(0, 1))).toEqual({ text: "old.", drawn: ["s0-0"] });
  expect(draw(anchor, paragraphs.slice(1))).toEqual({
    text: "Its rope is new.Its water is cold",
    drawn: ["s0-1", "s0-1", "s0-2"],
  });
  expect(draw(anchor, paragraphs.slice(3))).toEqual({ text: undefined, drawn: [] });
});
