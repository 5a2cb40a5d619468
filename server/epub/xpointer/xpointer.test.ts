import { describe, expect, test } from "vitest";
import { locateInPage } from "./locate-in-page.ts";
import { parseXPointer } from "./xpointer.ts";

const files = { paths: [], pages: [], fallbacks: [] };
const wrap = (body: string) =>
  Buffer.from(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>${body}</body></html>`,
  );

const toXPointer = (body: string, sentence: number, fragment: number | null = 2) =>
  locateInPage({
    content: wrap(body),
    path: "a.xhtml",
    files,
    find: { type: "xpointer", sentence, fragment },
  });

function toSentence(body: string, text: string) {
  const pointer = parseXPointer(text);
  if (!pointer) throw new Error(`${text} is no XPointer`);
  return locateInPage({ content: wrap(body), path: "a.xhtml", files, find: { type: "sentence", pointer } });
}

describe("the XPointer of a sentence", () => {
  test.for([
    ["<p>One. Two.</p>", 1, "/body/DocFragment[2]/body/p/text().5"],
    ["\n <h1>A</h1>\n <p>One.</p>\n <p>Two. Three.</p>", 3, "/body/DocFragment[2]/body/p[2]/text().5"],
    ["<p>One\n   or  more. Two.</p>", 1, "/body/DocFragment[2]/body/p/text().13"],
    ["<p>\n  <b>One.</b> Two <i>and</i> more. Three.</p>", 2, "/body/DocFragment[2]/body/p/text()[2].7"],
    ["<p>Fish &amp; chips &#x1F600; here. Two.</p>", 1, "/body/DocFragment[2]/body/p/text().21"],
    ["<p>😀 One. Two.</p>", 1, "/body/DocFragment[2]/body/p/text().7"],
    ["<div>\n<p>One.</p>\n<p>Two.</p>\nThree.</div>", 2, "/body/DocFragment[2]/body/div/text().1"],
    ["<pre>One.\n\n  Two.</pre>", 1, "/body/DocFragment[2]/body/pre/text().8"],
    ["<p>One.<!-- a --> Two.</p>", 1, "/body/DocFragment[2]/body/p/text()[2].1"],
  ] as const)("%s, %i", ([body, sentence, xpointer]) => {
    expect(toXPointer(body, sentence)).toBe(xpointer);
    expect(toSentence(body, xpointer)).toBe(sentence);
  });

  test("has no number of the document in a book of one", () => {
    expect(toXPointer("<p>One.</p>", 0, null)).toBe("/body/DocFragment/body/p/text().0");
    expect(toSentence("<p>One.</p>", "/body/DocFragment/body/p/text().0")).toBe(0);
  });

  test("does not exist for a missing sentence", () => {
    expect(toXPointer("<p>One.</p>", 5)).toBeNull();
    expect(toSentence("<img src='a.png' alt=''/>", "/body/DocFragment[1]/body/img.0")).toBeNull();
  });
});

describe("the sentence of an XPointer of KOReader", () => {
  const body = "<h2>Title</h2><p>One. Two.</p><p>Three <i>or</i> four. Five.</p>";

  test.for([
    ["/body/DocFragment[2]/body/p[1]/text().6", 2],
    ["/body/DocFragment[2]/body/p[2]/i/text().1", 3],
    ["/body/DocFragment[2]/body/p[2]/text()[2].8", 4],
    ["/body/DocFragment[2]/body/p[2]", 3],
    ["/body/DocFragment[2]/body/p[2].0", 3],
    ["/body/DocFragment[2]/body/p[2].2", 3],
    ["/body/DocFragment[2].0", 0],
    ["/body/DocFragment[2]/body.0", 0],
    ["/body/DocFragment[2]/body/p[2]/text()[9].500", 4],
    ["/body/DocFragment[2]/body/p[9]/text().3", 0],
  ] as const)("%s", ([xpointer, sentence]) => {
    expect(toSentence(body, xpointer)).toBe(sentence);
  });

  test.for([
    "",
    "17",
    "/body/p",
    "/body/DocFragment[x]/body",
    `/body/DocFragment[1]/body${"/p".repeat(3000)}`,
  ])("is unknown for %s", (text) => {
    expect(parseXPointer(text)).toBeNull();
  });
});
