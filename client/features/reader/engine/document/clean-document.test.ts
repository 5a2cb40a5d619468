import { describe, expect, test } from "vitest";
import { cleanDocument, sanitizeStyles } from "./clean-document.ts";

function cleanBody(body: string): string {
  const doc = new DOMParser().parseFromString(`<html><head></head><body>${body}</body></html>`, "text/html");
  cleanDocument(doc);
  return doc.body.innerHTML;
}

describe("cleanDocument", () => {
  test.each([
    ["<script>x()</script>", ""],
    ['<p onclick="x()" ONMOUSEOVER="x()">a</p>', "<p>a</p>"],
    ['<iframe srcdoc="<script>x()</script>"></iframe>', ""],
    ['<a href="javascript:x()">a</a>', "<a>a</a>"],
    ['<a href=" java\nscript:x()">a</a>', "<a>a</a>"],
    ['<a href="vbscript:x">a</a>', "<a>a</a>"],
    ['<a href="data:text/html,<script>x()</script>">a</a>', "<a>a</a>"],
    ['<img src="https://tracker.example/1.png">', "<img>"],
    ['<img src="//tracker.example/1.png" srcset="https://tracker.example/2.png 2x">', "<img>"],
    ['<img src="data:image/svg+xml,<svg onload=x()>">', "<img>"],
    ['<object data="http://tracker.example/x"></object>', "<object></object>"],
    ['<form action="/api/logout"><button>a</button></form>', ""],
    ['<a href="ch2.xhtml" ping="https://tracker.example/">a</a>', '<a href="ch2.xhtml">a</a>'],
  ])("%s becomes %s", (previous, after) => {
    expect(cleanBody(previous)).toBe(after);
  });

  test.each([
    '<img src="blob:http://localhost/1">',
    '<img src="data:image/png;base64,AAAA">',
    '<a href="https://example.org/">a</a>',
    '<a href="notes.xhtml#n1" id="r1">1</a>',
    '<p style="color: red" dir="rtl" lang="ar">a</p>',
  ])("%s stays", (element) => {
    expect(cleanBody(element)).toBe(element);
  });

  test("removes foreign URLs from styles", () => {
    expect(cleanBody('<p style="background: url(https://tracker.example/a.png)">a</p>')).not.toContain(
      "tracker",
    );
  });
});

describe("cleanStyles", () => {
  test.each([
    '@import url("https://tracker.example/a.css");',
    "@import '//tracker.example/a.css';",
    "p { background: url(http://tracker.example/a.png) }",
    '@font-face { src: url( "https://tracker.example/a.woff2" ) }',
  ])("%s causes no request", (css) => {
    expect(sanitizeStyles(css)).not.toContain("tracker");
  });

  test("keeps the book's own files", () => {
    const css = '@font-face { src: url("blob:http://localhost/1") } p { color: red }';
    expect(sanitizeStyles(css)).toBe(css);
  });
});
