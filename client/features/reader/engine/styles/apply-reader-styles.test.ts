import { expect, test } from "vitest";
import { applyReaderStyles } from "./apply-reader-styles.ts";

function createStyledDocument(body: string): Document {
  const doc = new DOMParser().parseFromString(`<body>${body}</body>`, "text/html");
  applyReaderStyles(doc);
  return doc;
}

test.each([
  ['width="1200" height="300px"', "0 0 1200 300"],
  ['width="1200" height="300" viewBox="0 0 12 3"', "0 0 12 3"],
  ['width="100%" height="300"', null],
])("an SVG gets a view box so that it can shrink: %s", (size, viewBox) => {
  expect(createStyledDocument(`<svg ${size}></svg>`).querySelector("svg")?.getAttribute("viewBox")).toBe(
    viewBox,
  );
});

test.each([
  ['<p><img src="a.jpg"></p>', true],
  ['<svg><image href="a.jpg"></image></svg>', true],
  ['<div class="mk-picture"><svg><text>A title</text></svg></div>', true],
  ['<img src="a.jpg"><img src="b.jpg">', false],
  ['<img src="a.jpg"><p>A caption</p>', false],
  ['<img src="a.jpg"><video></video>', false],
  ["", false],
])("a page with a single picture is detected: %s", (body, isFullPagePicture) => {
  expect(createStyledDocument(body).documentElement.classList.contains("mk-full-page-image")).toBe(
    isFullPagePicture,
  );
});
