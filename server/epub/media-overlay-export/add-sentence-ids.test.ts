import { describe, expect, test } from "vitest";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { listSentenceTexts } from "#shared/epub/sanitize/write-document.ts";
import { markPage } from "./add-sentence-ids.ts";
import { getSentenceRanges } from "./page-ranges.ts";
import { readRaw } from "./raw-document.ts";

const createResolver = () =>
  createUrlResolver("a.xhtml", getFileIndex({ paths: ["a.xhtml"], pages: [], fallbacks: [] }));
const clean = (markup: string) => sanitizeDocument(markup, createResolver(), true);
const makePage = (body: string) =>
  `<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>${body}</body></html>`;

function mark(body: string, input: Partial<Parameters<typeof markPage>[2]> = {}) {
  const markup = makePage(body);
  const raw = readRaw(markup);
  if (!raw) throw new Error("not well-formed");
  const texts = listSentenceTexts(clean(markup));
  const sentences = new Set(texts.keys());
  const marked = markPage(raw, clean(markup), {
    spineIndex: 7,
    sentences,
    spans: [],
    elements: new Set(),
    styleSheet: null,
    ...input,
  });
  const inside = /<body[^>]*>(.*)<\/body>/s.exec(marked.markup)?.[1];
  return { ...marked, inside, texts };
}

const stripTags = (markup: string) => markup.replace(/<[^>]*>/g, "");

test("offsets of sentences count entities of the document type as they are written", () => {
  const [type, words] = ['<!DOCTYPE html [<!ENTITY c "’">]>', "It&c;s one. It&c;s two."];
  const markup = makePage(`<p>${words}</p>`).replace("\n", type);
  const ranges = [...getSentenceRanges(clean(markup)).values()].flat();

  expect(ranges.map(({ start, end }) => markup.slice(start, end))).toEqual(["It&c;s one.", "It&c;s two."]);
});

describe("sentences of a page get ids", () => {
  test.each<[string, string, string]>([
    [
      "by a span of their own",
      "<p>One. Two &amp; three!</p>",
      '<p><span id="sentence-7-0">One.</span> <span id="sentence-7-1">Two &amp; three!</span></p>',
    ],
    [
      "by the element they fill",
      "<h1>One</h1><p class='x'> Two.\n</p>",
      `<h1 id="sentence-7-0">One</h1><p id="sentence-7-1" class='x'> Two.\n</p>`,
    ],
    ["by the id that is there", '<p id="a">One.</p>', '<p id="a">One.</p>'],
    [
      "with elements inside them",
      "<p>One <em>and <b>more</b></em>. <i>Two.</i></p>",
      '<p><span id="sentence-7-0">One <em>and <b>more</b></em>.</span> <i id="sentence-7-1">Two.</i></p>',
    ],
    [
      "from an element they begin with",
      "<p>Zero. <em>One</em> is two. Three.</p>",
      '<p><span id="sentence-7-0">Zero.</span> <span id="sentence-7-1"><em>One</em> is two.</span> <span id="sentence-7-2">Three.</span></p>',
    ],
    [
      "in pieces where markup cuts them",
      "<p><em>One. Two</em> goes on.</p>",
      '<p><em><span id="sentence-7-0">One.</span> <span id="sentence-7-1">Two</span></em><span id="sentence-7-1-2"> goes on.</span></p>',
    ],
    [
      "over a line's end and a picture",
      '<p>One<br/>line <img src="x.png" alt=""/> on. Two.</p>',
      '<p><span id="sentence-7-0">One<br/>line <img src="x.png" alt=""/> on.</span> <span id="sentence-7-1">Two.</span></p>',
    ],
    [
      "beside the readings of ruby",
      "<p>A <ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby> B.</p>",
      '<p id="sentence-7-0">A <ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby> B.</p>',
    ],
    [
      "one after the other without a space",
      "<p>こう。考えた。</p>",
      '<p><span id="sentence-7-0">こう。</span><span id="sentence-7-1">考えた。</span></p>',
    ],
    [
      "with signs that are written as entities",
      "<p>&#x628;&nbsp;&lt;. &copy; B.</p>",
      '<p><span id="sentence-7-0">&#x628;&nbsp;&lt;.</span> <span id="sentence-7-1">&copy; B.</span></p>',
    ],
  ])("%s", (_, body, marked) => {
    expect(mark(body).inside).toBe(marked);
  });

  test("that no other element has", () => {
    const { inside, sentences } = mark('<p id="sentence-7-1">One. Two.</p><p id="x-sentence-7-1"/>');

    expect(sentences.get(1)).toEqual([{ id: "x-x-sentence-7-1", characters: 4 }]);
    expect(inside).toContain('<span id="sentence-7-0">One.</span>');
  });

  test("with the length of each fragment", () => {
    expect(mark("<p><em>One. Two</em> goes on.</p>").sentences.get(1)).toEqual([
      { id: "sentence-7-1", characters: 3 },
      { id: "sentence-7-1-2", characters: 7 },
    ]);
  });

  test("with the page's own prefix", () => {
    const markup =
      '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head/><h:body><h:p>One. Two.</h:p></h:body></h:html>';
    const raw = readRaw(markup);
    const options = {
      spineIndex: 0,
      sentences: new Set([1]),
      spans: [],
      elements: new Set<string>(),
      styleSheet: null,
    };

    expect(raw && markPage(raw, clean(markup), options).markup).toContain(
      '<h:p>One. <h:span id="sentence-0-1">Two.</h:span></h:p>',
    );
  });

  test("from the surrounding elements where no tag can be inserted", () => {
    const { sentences, inside } = mark("<p>Zero.</p><div><p><![CDATA[One. Two.]]></p></div>");

    expect(sentences.get(1)).toEqual([{ id: "page-7", characters: 1 }]);
    expect(inside).toBe('<p id="sentence-7-0">Zero.</p><div><p><![CDATA[One. Two.]]></p></div>');
  });
});

describe("a range of sentences", () => {
  const body = "<section><p>One. Two.</p><p>Three.</p></section><p>Four.</p>";
  const createSpan = (first: number, last: number) =>
    mark(body, { sentences: new Set(), spans: [[first, last]] });

  test("gets the id of the innermost element around it", () => {
    expect(createSpan(0, 1).inside).toContain('<section><p id="part-7-0">');
    expect(createSpan(1, 2).inside).toContain('<section id="part-7-1"><p>');
    expect(createSpan(1, 3)).toMatchObject({ spans: ["page-7"], inside: body });
  });

  test("shares its id with a sentence that fills the same element", () => {
    const marked = mark("<p>One.</p>", { spans: [[0, 0], null] });

    expect(marked.spans).toEqual(["sentence-7-0", "page-7"]);
    expect(marked.inside).toBe('<p id="sentence-7-0">One.</p>');
  });
});

test("a style sheet is linked at the end of the head", () => {
  expect(mark("", { styleSheet: "a&b.css" }).markup).toContain(
    '<title>T</title><link rel="stylesheet" type="text/css" href="a&amp;b.css"/></head>',
  );
});

describe("for any markup", () => {
  const words = [
    "One.",
    "two",
    " ",
    "Three?",
    "&amp;",
    "<em>",
    "</em>",
    "<b>",
    "</b>",
    "<br/>",
    "<!-- . -->",
    "四。",
  ];
  /** Pseudo-random numbers that are the same in every run. */
  const createRandom = (seed: number) => {
    let state = seed;
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
  };

  function makeBody(seed: number): string {
    const next = createRandom(seed);
    const open: string[] = [];
    const parts: string[] = [];
    for (let count = 0; count < 30; count++) {
      const word = words[next(words.length)] ?? "";
      const [, slash, name] = /^<(\/?)(em|b)>$/.exec(word) ?? [];
      if (name && slash && open.at(-1) !== name) continue;
      if (name && slash) open.pop();
      else if (name) open.push(name);
      parts.push(word);
    }
    return `<p>${parts.join("")}${open
      .reverse()
      .map((name) => `</${name}>`)
      .join("")}</p>`;
  }

  test("it stays well-formed, with the same text and sentences", () => {
    for (let seed = 1; seed <= 150; seed++) {
      const body = makeBody(seed);
      const { markup, texts, sentences } = mark(body);

      expect(readRaw(markup), body).not.toBeNull();
      expect(stripTags(markup), body).toBe(stripTags(makePage(body)));
      expect(listSentenceTexts(clean(markup)), body).toEqual(texts);
      const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, body).toBe(ids.length);
      for (const piece of [...sentences.values()].flat()) expect(ids, body).toContain(piece.id);
    }
  });
});
