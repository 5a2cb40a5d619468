import * as cfi from "foliate-js/epubcfi.js";
import { describe, expect, test } from "vitest";
import { LongDocument } from "./long-document.ts";

const words = "The caravan went on by the stars.";

function parseBody(body: string): Document {
  const text = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Long</title></head><body class="own">${body}</body></html>`;
  return new DOMParser().parseFromString(text, "application/xhtml+xml");
}

/** A part as the page receives it: serialized and parsed. */
function getShown(long: LongDocument, part: number): Document {
  const text = new XMLSerializer().serializeToString(long.createPart(part));
  return new DOMParser().parseFromString(text, "application/xhtml+xml");
}

const makeParagraphs = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => `<p id="p${n + from}">${n + from}. ${words}</p>`).join("\n");

const listIds = (doc: Document) => Array.from(doc.querySelectorAll("p"), ({ id }) => id);
const getAll = (long: LongDocument, count: number) =>
  Array.from({ length: count }, (_, part) => listIds(getShown(long, part)));

describe("a long document in parts", () => {
  test("contains every paragraph once, in order, a few per part", () => {
    const parts = getAll(new LongDocument(parseBody(makeParagraphs(40)), 4), 4);

    expect(parts.flat()).toEqual(Array.from({ length: 40 }, (_, n) => `p${n + 1}`));
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(12);
  });

  test("is split inside a wrapper element", () => {
    const long = new LongDocument(
      parseBody(`<div class="a"><section class="b">${makeParagraphs(40)}</section></div>`),
      4,
    );

    expect(getAll(long, 4).flat()).toHaveLength(40);
    expect(getShown(long, 3).querySelector("body.own > div.a > section.b > p")).not.toBeNull();
  });

  test("gives a paragraph the same CFI in its part as in the whole", () => {
    const document = parseBody(`<h1>A</h1><div>${makeParagraphs(40)}</div>`);
    const long = new LongDocument(document, 4);
    const paragraph = document.getElementById("p33");
    const doc = getShown(long, long.findPart(paragraph as Element));
    const range = doc.createRange();
    range.setStart(doc.getElementById("p33")?.firstChild as Text, 5);

    const found = cfi.toRange(
      document,
      cfi.parse(`epubcfi(/6/2!${cfi.fromRange(range).slice(8)}`).slice(1) as never,
    );

    expect(found?.startContainer.parentNode).toBe(paragraph);
    expect(found?.startOffset).toBe(5);
  });

  test("keeps a heading with its text", () => {
    const body = `${makeParagraphs(20)}<h2>On the way</h2>${makeParagraphs(20, 21)}`;
    for (const count of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const long = new LongDocument(parseBody(body), count);
      const heading = long.source.querySelector("h2") as Element;
      expect(long.findPart(heading)).toBe(long.findPart(long.source.getElementById("p21") as Element));
    }
  });

  test("continues the numbering of a split list", () => {
    const items = Array.from({ length: 40 }, (_, n) => `<li>${n + 1}. ${words}</li>`).join("");
    const long = new LongDocument(parseBody(`<ol>${items}</ol>`), 4);

    for (const part of [0, 1, 2, 3]) {
      const list = getShown(long, part).querySelector("ol");
      const first = list?.querySelector("li")?.textContent ?? "";
      expect(Number(list?.getAttribute("start") ?? 1)).toBe(Number.parseInt(first, 10));
    }
  });

  test("maps a fraction to a part and back", () => {
    const long = new LongDocument(parseBody(makeParagraphs(40)), 4);
    for (const fraction of [0, 0.1, 0.26, 0.5, 0.77, 0.99, 1]) {
      const { part, within } = long.findPartAt(fraction);
      const { from, to } = long.getSpan(part);
      expect(from + within * (to - from)).toBeCloseTo(fraction);
    }
    expect(long.getSpan(0).from).toBe(0);
    expect(long.getSpan(3).to).toBe(1);
  });

  test("skips parts that a single paragraph leaves empty", () => {
    const long = new LongDocument(parseBody(`<p>${words.repeat(50)}</p><p>The end.</p>`), 4);
    const full = [0, 1, 2, 3].filter((part) => !long.isEmpty(part));

    expect(full.map((part) => getShown(long, part).body.textContent?.trim()).join("")).toBe(
      `${words.repeat(50)}The end.`,
    );
    expect(long.findPartAt(0.6).part).toBe(full[0]);
  });
});
