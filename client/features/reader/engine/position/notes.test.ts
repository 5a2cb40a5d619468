import { describe, expect, test } from "vitest";
import { isNoteReference } from "./note-reference.ts";
import { copyPlain, findNoteElement } from "./notes.ts";

const followed: string[] = [];
const options = {
  getImageUrl: (href: string) => (href.includes(":") ? null : `/entries/${href}`),
  onFollow: (_link: Element, href: string) => void followed.push(href),
};

function parse(body: string): Document {
  return new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${body}</body></html>`,
    "application/xhtml+xml",
  );
}

function findElement(body: string, selector: string): Element {
  const found = parse(body).querySelector(selector);
  if (!found) throw new Error(selector);
  return found;
}

describe("note references", () => {
  test.each([
    ['<a epub:type="noteref" href="#n">1</a>', true],
    ['<a role="doc-noteref" href="#n">see the long note</a>', true],
    ['<sup><a href="#n">12</a></sup>', true],
    ['<a href="#n"><sup>*</sup></a>', true],
    ['<sup><a epub:type="backlink" href="#r">1</a></sup>', false],
    ['<a href="ch2.xhtml">the next chapter</a>', false],
    ['<sup><a href="ch2.xhtml">the next chapter</a></sup>', false],
  ])("%s: %s", (body, isReference) => {
    expect(isNoteReference(findElement(body, "a"))).toBe(isReference);
  });
});

describe("notes", () => {
  test("are found around the target of a reference", () => {
    const aside = '<aside epub:type="footnote" id="n"><p>The note.</p></aside>';
    expect(findNoteElement(findElement(aside, "#n")).textContent).toBe("The note.");
    const item = '<ol><li epub:type="endnote"><p>First. <a id="n"/>Second.</p></li></ol>';
    expect(findNoteElement(findElement(item, "#n")).textContent).toBe("First. Second.");
    const paragraph = '<p><a id="n"/>Only this.</p>';
    expect(findNoteElement(findElement(paragraph, "#n")).textContent).toBe("Only this.");
  });

  test.each([
    ['<dl><dt id="n">Seven</dt><dt>Sabʿa</dt><dd>Its meaning.</dd></dl>', "Its meaning."],
    ['<p><a id="n"/></p><p>After an anchor of its own.</p>', "After an anchor of its own."],
    ['<a id="n"/><p>After a bare anchor.</p>', "After a bare anchor."],
  ])("are found after an empty anchor: %s", (body, words) => {
    expect(findNoteElement(findElement(body, "#n")).textContent).toBe(words);
  });

  test("are rebuilt from plain elements and text", () => {
    const note = findElement(
      '<div><p class="x" onclick="run()" dir="rtl">A <em>b</em> <a href="javascript:run()">c</a><script>run()</script><img src="data:x" onerror="run()"/></p><a epub:type="backlink" href="#r">↩</a></div>',
      "div",
    );
    const holder = document.createElement("div");
    holder.append(copyPlain(note, document, options));

    const link = holder.querySelector("a");
    expect(link?.hasAttribute("href")).toBe(false);
    link?.click();
    expect(followed.splice(0)).toEqual(["javascript:run()"]);
    link?.replaceWith(...link.childNodes);
    expect(holder.innerHTML).toBe('<p dir="rtl">A <em>b</em> c</p>');
  });

  test("keep the book's own images only", () => {
    const note = findElement(
      '<p>A <img src="a.png" alt="A seal" onerror="run()"/> <img src="https://tracker.example/b.png"/></p>',
      "p",
    );
    const holder = document.createElement("div");
    holder.append(copyPlain(note, document, options));

    const [image, ...others] = holder.querySelectorAll("img");
    expect(image?.getAttribute("src")).toBe("/entries/a.png");
    expect(image?.alt).toBe("A seal");
    expect(image?.hasAttribute("onerror")).toBe(false);
    expect(others).toEqual([]);
  });
});
