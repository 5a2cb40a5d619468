import { expect, test } from "vitest";
import { dressDocument } from "./dress-document.ts";

function dressed(body: string): Document {
  const doc = new DOMParser().parseFromString(`<body>${body}</body>`, "text/html");
  dressDocument(doc);
  return doc;
}

const row = (cells: number) => `<table><tr>${"<td>a</td>".repeat(cells)}</tr></table>`;

test.each([
  [row(6), ""],
  [row(7), "mk-wide"],
  [row(18), "mk-wider"],
  ['<table><tr><td colspan="9">a</td></tr><tr><td>b</td></tr></table>', "mk-wide"],
])("tables are marked by how wide they are: %s", (table, marks) => {
  expect(dressed(table).querySelector("table")?.className).toBe(marks);
});

test.each([
  ['<p><img src="a.jpg"></p>', true],
  ['<svg><image href="a.jpg"></image></svg>', true],
  ['<div class="mk-picture"><svg><text>A title</text></svg></div>', true],
  ['<img src="a.jpg"><img src="b.jpg">', false],
  ['<img src="a.jpg"><p>A caption</p>', false],
  ['<img src="a.jpg"><video></video>', false],
  ["", false],
])("a page that is one picture is known: %s", (body, isPlate) => {
  expect(dressed(body).documentElement.classList.contains("mk-plate")).toBe(isPlate);
});
