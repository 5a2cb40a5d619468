// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import {
  getBlocks,
  listSentenceTexts,
  writeDocument,
  writeSvg,
} from "#shared/epub/sanitize/write-document.ts";
import { getSentences } from "#shared/reader/sentences.ts";
import { makePage } from "#server/testing/books/epub-files.ts";

const files = getFileIndex({
  paths: [
    "EPUB/c1.xhtml",
    "EPUB/c2.xhtml",
    "EPUB/img/a.png",
    "EPUB/ü.png",
    "EPUB/a.mp3",
    "EPUB/s.svg",
    "EPUB/b.psd",
    "EPUB/b.png",
    "EPUB/style.css",
  ],
  pages: [["EPUB/s.svg", "EPUB/s.svg.xhtml"]],
  fallbacks: [["EPUB/b.psd", "EPUB/b.png"]],
});
const read = (markup: string) => sanitizeDocument(markup, createUrlResolver("EPUB/c1.xhtml", files));
const write = (markup: string, blocks: number | null = null) =>
  writeDocument(read(markup), { spineIndex: 3, blocks });

/** Throws when it is not well-formed: a browser shows an error instead of the page. */
function parseMarkup(markup: string, type: DOMParserSupportedType = "application/xhtml+xml"): Document {
  const document = new DOMParser().parseFromString(markup, type);
  const error = document.querySelector("parsererror");
  if (error) throw new Error(error.textContent ?? "not well-formed");
  return document;
}
const getBody = (body: string) => parseMarkup(write(makePage(body))).body;

const run = "window.__pwned=1";

describe("dangerous content is removed", () => {
  test.each([
    `<script>${run}</script>`,
    `<script src="evil.js"></script>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><script>${run}</script></svg>`,
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${run}</s:script></s:svg>`,
    `<x:script xmlns:x="http://www.w3.org/1999/xhtml">${run}</x:script>`,
    `<img src="x" onerror="${run}"/>`,
    `<img src="x" OnError="${run}"/>`,
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"><circle r="1"/></svg>`,
    `<body onload="${run}"><p>t</p></body>`,
    `<details ontoggle="${run}" open="open">d</details>`,
    `<input autofocus="autofocus" onfocus="${run}"/>`,
    `<iframe src="javascript:${run}"></iframe>`,
    `<iframe srcdoc="&lt;script&gt;${run}&lt;/script&gt;"></iframe>`,
    `<object data="javascript:${run}"></object>`,
    `<object data="data:text/html,${run}" type="image/png"></object>`,
    `<embed src="javascript:${run}"/>`,
    `<a href="javascript:${run}">l</a>`,
    `<a href=" java&#10;script:${run}">l</a>`,
    `<a href="&#1;javascript:${run}">l</a>`,
    `<a href="vbscript:${run}">l</a>`,
    `<a href="data:text/html,${run}">l</a>`,
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="javascript:${run}"><text>l</text></a></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><a x:href="javascript:${run}"><text>l</text></a></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><a><animate attributeName="href" values="javascript:${run}"/><text>l</text></a></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><set attributeName="onmouseover" to="${run}"/></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><use href="data:image/svg+xml,x#${run}"/></svg>`.replace(
      "data:image/svg+xml,x",
      "javascript:",
    ),
    `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${run}"><script>${run}</script></body></foreignObject></svg>`,
    `<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:${run}"><mi>x</mi></math>`,
    `<form action="javascript:${run}"><button formaction="javascript:${run}">b</button></form>`,
    `<p style="background:url(javascript:${run})">t</p>`,
    `<video><source onerror="${run}"/></video>`,
    `<template><script>${run}</script></template>`,
    `<noscript><p title="&lt;/noscript&gt;&lt;script&gt;">x</p></noscript><style>&lt;/style&gt;<script>${run}</script></style>`,
    `<p><![CDATA[</p><script>]]></p><script>${run}</script>`,
  ])("%s", (markup) => {
    const body = getBody(markup);

    expect(body.ownerDocument.documentElement.outerHTML).not.toContain("__pwned");
    expect(body.querySelector("script, iframe, object, embed, form, template")).toBeNull();
  });

  test.each([
    `<img src="http://evil.example/a.png"/>`,
    `<img src="//evil.example/a.png" srcset="//evil.example/b.png 2x"/>`,
    `<img src="/\\evil.example/a.png"/>`,
    `<video src="http://evil.example/v.mp4" poster="http://evil.example/p.jpg" autoplay="autoplay"/>`,
    `<audio><source src="http://evil.example/a.mp3"/></audio>`,
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="http://evil.example/s.png"/><rect fill="url(http://evil.example/f.svg#a)"/></svg>`,
    `<p style="background:url(http://evil.example/b.png)">t</p>`,
    `<style>@import url(http://evil.example/x.css); p { background: url(//evil.example/y) }</style>`,
    `<table background="http://evil.example/t.png"><tr><td>x</td></tr></table>`,
    `<a href="c2.xhtml" ping="http://evil.example/">l</a>`,
    `<link rel="stylesheet" href="http://evil.example/c.css"/><link rel="preconnect" href="http://evil.example"/>`,
    `<base href="http://evil.example/"/><meta http-equiv="refresh" content="0;url=http://evil.example/"/>`,
    `<?xml-stylesheet href="http://evil.example/c.css"?>`,
  ])("nothing is loaded from outside by %s", (markup) => {
    expect(write(makePage(markup, markup))).not.toContain("evil.example");
  });

  test("URLs of this site are external too", () => {
    expect(write(makePage('<img src="/api/logout"/><img src="../../../api/logout" alt="x"/>'))).not.toContain(
      "logout",
    );
  });
});

describe("content of a book is kept", () => {
  test("structure, languages, ids and semantics", () => {
    const body = getBody(
      '<section epub:type="chapter" id="top" class="a b" dir="rtl" lang="ar" xml:lang="ar"><h1>عنوان</h1><aside epub:type="footnote" id="n1"><p>x</p></aside></section>',
    );
    const section = body.querySelector("section");

    expect(section?.getAttribute("dir")).toBe("rtl");
    expect(section?.getAttribute("xml:lang")).toBe("ar");
    expect(section?.getAttribute("epub:type")).toBe("chapter");
    expect(section?.id).toBe("top");
    expect(body.querySelector("aside")?.getAttribute("epub:type")).toBe("footnote");
  });

  test.each([
    ["<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"],
    ['<mfenced open="[" close="]"><mi>a</mi></mfenced>', "[a]"],
    [
      '<mfenced open="" close="}" separators="; |"><mi>a</mi><mi>b</mi><mi>c</mi><mi>d</mi></mfenced>',
      "a;b|c|d}",
    ],
    [
      '<mfenced separators=""><mi>a</mi><mfenced open="&lt;" close="&gt;"><mi>b</mi></mfenced></mfenced>',
      "(a<b>)",
    ],
    ["<mfenced/>", "()"],
  ])("fences as operators: %s", (markup, text) => {
    const body = getBody(`<math xmlns="http://www.w3.org/1998/Math/MathML">${markup}</math>`);

    expect(body.textContent).toBe(text);
    expect(body.innerHTML).not.toMatch(/mfenced|separators/);
    expect(body.querySelectorAll("math > mrow > mo").length).toBeGreaterThan(0);
  });

  test("images, audio, formulas and drawings of the book", () => {
    const body = getBody(
      '<img src="img/a.png" alt="A"/><img src="u%CC%88.png" alt=""/><audio src="a.mp3" controls="controls"/><math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mi>b</mi></mfrac></math><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><linearGradient id="g"/><path d="M0 0" fill="url(#g)"/></svg><m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi></m:math>',
    );

    expect(body.querySelectorAll("img")[0]?.getAttribute("src")).toBe("img/a.png");
    expect(body.querySelectorAll("img")[1]?.getAttribute("src")).toBe(encodeURI("ü.png"));
    expect(body.querySelector("audio")?.getAttribute("src")).toBe("a.mp3");
    expect(body.getElementsByTagNameNS("http://www.w3.org/1998/Math/MathML", "mi")).toHaveLength(3);
    expect(body.querySelector("linearGradient")?.namespaceURI).toBe("http://www.w3.org/2000/svg");
    expect(body.querySelector("path")?.getAttribute("fill")).toBe('url("#g")');
  });

  test("links: within the book, to the web, to pages around a drawing", () => {
    const hrefs = [
      ...getBody(
        '<a href="c2.xhtml#x">1</a><a href="#y">2</a><a href="https://example.org/?a=1&amp;b=2" target="_top">3</a><a href="mailto:a@example.org">4</a><a href="s.svg">5</a><a href="nowhere.xhtml">6</a>',
      ).querySelectorAll("a"),
    ].map((a) => a.getAttribute("href"));

    expect(hrefs).toEqual([
      "c2.xhtml#x",
      "#y",
      "https://example.org/?a=1&b=2",
      "mailto:a@example.org",
      "s.svg.xhtml",
      null,
    ]);
  });

  test("an unsupported image is replaced by its fallback, an object by its image", () => {
    const body = getBody(
      '<img src="b.psd" alt="f"/><object data="img/a.png" type="image/png"><p>fallback</p></object>',
    );

    expect([...body.querySelectorAll("img")].map((img) => img.getAttribute("src"))).toEqual([
      "b.png",
      "img/a.png",
    ]);
    expect(body.textContent).not.toContain("fallback");
  });

  test("the viewport of fixed layouts and style sheets of the head", () => {
    const head = parseMarkup(
      write(
        makePage(
          "<p>x</p>",
          '<meta name="viewport" content="width=600, height=800"/><link rel="stylesheet" href="style.css" type="text/css"/><style>p &gt; b { color: red }</style>',
        ),
      ),
    ).head;

    expect(head.querySelector("meta")?.getAttribute("content")).toBe("width=600, height=800");
    expect(head.querySelector("link")?.getAttribute("href")).toBe("style.css");
    expect(head.querySelector("style")?.textContent).toContain("p>b");
  });

  test("form fields are shown but inert", () => {
    const body = getBody(
      '<form action="/x"><input type="text" value="v"/><select><option>o</option></select></form>',
    );

    expect(body.querySelector("form")).toBeNull();
    expect(body.querySelector("input")?.getAttribute("disabled")).toBe("disabled");
  });

  test("the supported case of a switch", () => {
    const body = getBody(
      '<epub:switch><epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math></epub:case><epub:default><p>no maths</p></epub:default></epub:switch><epub:switch><epub:case required-namespace="http://www.xml-cml.org/schema"><cml>c</cml></epub:case><epub:default><p>default</p></epub:default></epub:switch>',
    );

    expect(body.textContent).toBe("xdefault");
  });
});

test.each([
  ["IMG/A.PNG", "img/a.png"],
  ["img/a%252Epng", "img/a.png"],
  ["u%CC%88.png", "%C3%BC.png"],
])("the picture %s is found at %s", (src, path) => {
  expect(getBody(`<p><img src="${src}" alt=""/></p>`).querySelector("img")?.getAttribute("src")).toBe(path);
});

describe("any markup becomes well-formed", () => {
  test.each([
    "<p>One<br>two<p>three<img src=img/a.png alt=x><b>four",
    "<html><body><p>a & b < c &nbsp; &copy; &unknown; \u0000\u0001</p>",
    "<P CLASS=x>Upper</P><FONT COLOR=red>red</FONT></nothing></p>",
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>open<br><i>x</p></i><hr></body></html>',
    "plain text alone",
    "",
    "<title>t</title><p>no body</p>",
    '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x "y"><!ENTITY l "&x;&x;">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>&l;</p></body></html>',
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${"<div>".repeat(1000)}deep${"</div>".repeat(1000)}</body></html>`,
    "<p><unknown:tag foo:bar='x'>prefixes</unknown:tag></p>",
    '<p a&b="1" "="2" =x>odd attributes</p>',
  ])("%s", (markup) => {
    expect(() => parseMarkup(write(markup))).not.toThrow();
  });

  test.each([
    '<!DOCTYPE html [<!ENTITY nbsp "&#160;"> <!ENTITY a "]>">]>',
    "<!-- [ --><!doctype html SYSTEM 'a' [ <!-- it's ]> --> <!ELEMENT p ANY> ] >",
    "<!DOCTYPE html [ <!ENTITY a 'b'>",
  ])("declarations of a document type are not shown: %s", (type) => {
    const elements = parseMarkup(write(`<?xml version="1.0"?>${type}${makePage("<p>Words</p>").slice(21)}`));

    expect(elements.documentElement.textContent.trim()).toMatch(/^Page\s*Words$/);
  });

  test("entities of the document type are replaced, but not those in files or of excessive length", () => {
    const type = `<!DOCTYPE html [<!ENTITY by "Ibn &#x1E24;ajar"><!ENTITY all "&by; &amp; others">
      <!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY l "${"l".repeat(150)}"><!ENTITY long '&l;&l;'>]>`;
    const page = makePage("<p>&all;: &file;, &long;</p>").replace("?>", `?>${type}`);

    expect(parseMarkup(write(page)).body.textContent).toBe("Ibn Ḥajar & others: &file;, &long;");
  });

  test("excessive nesting is rejected at once", () => {
    expect(() => write(makePage("<div>".repeat(50_000)))).toThrow();
  });

  test("a standalone SVG is kept without scripts", () => {
    const svg = writeSvg(
      read(
        '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2" onload="x()"><script>x()</script><g><path d="M0 0"/></g></svg>',
      ),
    );
    const document = parseMarkup(svg, "image/svg+xml");

    expect(document.documentElement.getAttribute("viewBox")).toBe("0 0 2 2");
    expect(document.querySelector("path")).not.toBeNull();
    expect(svg).not.toContain("x()");
  });

  test("invalid SVG becomes an empty one", () => {
    expect(writeSvg(read("<html><p>x</p></html>"))).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
});

const passage = makePage(
  "<h1>A <em>title</em></h1>\n<p>First <b>bold. Second</b> &amp; <i>third</i> part. Last.</p><ul><li>Item</li></ul><p>一<ruby>草<rt>くさ</rt></ruby>枕。次。</p><p>قُلۡ هُوَ ٱللَّهُ أَحَدٌ ﴿1﴾ ٱللَّهُ ٱلصَّمَدُ ﴿2﴾</p>",
);

describe("sentences", () => {
  test("have ids in order; continuations of a split one refer to it", () => {
    const document = parseMarkup(write(passage));
    const texts = [...document.querySelectorAll("span.mk-s[id]")].map(({ id }) => {
      const rest = document.querySelectorAll(`[data-s="${id}"]`);
      return [id, [document.getElementById(id), ...rest].map((piece) => piece?.textContent).join("|")];
    });

    expect(texts).toEqual([
      ["s3-0", "A |title"],
      ["s3-1", "First |bold."],
      ["s3-2", "Second| & |third| part."],
      ["s3-3", "Last."],
      ["s3-4", "Item"],
      ["s3-5", "一|草|枕。"],
      ["s3-6", "次。"],
      ["s3-7", "قُلۡ هُوَ ٱللَّهُ أَحَدٌ ﴿1﴾"],
      ["s3-8", "ٱللَّهُ ٱلصَّمَدُ ﴿2﴾"],
    ]);
  });

  test("are the same as in search and sync maps", () => {
    const document = read(passage);
    const ids = getSentences(
      3,
      getBlocks(document).map(({ text }) => text),
    );

    expect(ids.map(({ text }) => text)).toEqual(listSentenceTexts(document));
    expect(ids.at(-1)?.id).toBe("s3-8");
  });

  test("change no character of the text", () => {
    const before = parseMarkup(passage);

    expect(parseMarkup(write(passage)).body.textContent).toBe(before.body.textContent);
  });

  test("do not use ids of the book", () => {
    expect(parseMarkup(write(makePage('<p id="s3-0">Ours.</p>'))).getElementById("s3-0")?.localName).toBe(
      "span",
    );
  });

  test("are stable when a page is processed twice", () => {
    const once = write(passage);

    expect(listSentenceTexts(read(once))).toEqual(listSentenceTexts(read(passage)));
  });
});

describe("a page that is cut for the sample", () => {
  test.each([
    [0, ""],
    [1, "A title"],
    [2, "A title First bold. Second & third part. Last."],
  ])("contains its first %i paragraphs", (blocks, text) => {
    const { body } = parseMarkup(write(passage, blocks));

    expect(body.textContent?.replace(/\s+/g, " ").trim().replace("titleFirst", "title First")).toBe(text);
  });

  test("contains everything when it is shorter", () => {
    expect(write(passage, 99)).toBe(write(passage));
  });
});
