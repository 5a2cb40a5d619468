import { beforeEach, expect, test, vi } from "vitest";
import type { QuranSentence } from "#shared/reader/contract.ts";
import type { OpenSection } from "#client/features/reader/engine/document/sections.ts";
import { getRangeCfi } from "#client/features/reader/engine/position/range-cfi.ts";
import { findTarget } from "#client/features/reader/engine/position/resolve-target.ts";
import { markVerses } from "./mark-verses.ts";

const section = { item: { index: 0 } } as OpenSection;
const verse = "إِنَّ مَعَ ٱلْعُسْرِ يُسْرًا";
const origin = "https://library.example";

/** jsdom has no slots by hand. */
const assign = vi.fn();

beforeEach(() => {
  assign.mockClear();
  Object.assign(HTMLSlotElement.prototype, { assign });
});

function createDocument(body: string): Document {
  const doc = document.implementation.createHTMLDocument();
  doc.body.innerHTML = body;
  return doc;
}

/** A sentence whose verses are given by their words. */
function toSentence(text: string, verses: readonly string[]): QuranSentence {
  const ranges = verses.map((each): [number, number] => [
    text.indexOf(each),
    text.indexOf(each) + each.length,
  ]);
  return { sentence: "s0-0" as QuranSentence["sentence"], ranges, text: verses.join(" … "), isWhole: false };
}

const getVerses = (doc: Document) =>
  Array.from(doc.querySelectorAll<HTMLElement>(".mk-s")).flatMap(({ childNodes, shadowRoot }) => {
    const slots = Array.from(shadowRoot?.childNodes ?? []);
    return Array.from(childNodes)
      .filter((_, index) => (slots[index] as Element | undefined)?.getAttribute("part") === "verse")
      .map(({ textContent }) => textContent);
  });

test("a verse inside a sentence has a part of its own, and every CFI stays as it was", () => {
  const text = `قال تعالى: ${verse} ثم قال: ${verse}، وبذلك ختم كلامه.`;
  const start = text.lastIndexOf(verse);
  const doc = createDocument(`<p>أولا <b>غليظ</b> <span class="mk-s" id="s0-0">${text}</span> آخر</p>`);
  const element = doc.querySelector(".mk-s") as HTMLElement;
  const listCfis = () => {
    const walker = doc.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const cfis: (string | null)[] = [];
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      for (let offset = 0; offset < node.length; offset++) {
        const range = doc.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        cfis.push(getRangeCfi(section, range));
      }
    }
    return cfis;
  };
  const resolve = (cfi: string | null) =>
    findTarget({ locator: { cfi: cfi ?? "", fraction: 0 } }, [section], [1])?.anchor(doc);
  const held = doc.createRange();
  held.setStart(element.firstChild as Text, 3);
  held.setEnd(element.firstChild as Text, start + 4);
  const heldText = String(held);
  const before = listCfis();

  const sentence = {
    ...toSentence(text, [verse]),
    ranges: [[start, start + verse.length]] as [number, number][],
  };
  markVerses(doc, [sentence], origin);

  expect(getVerses(doc)).toEqual([verse]);
  expect(element.childNodes.length).toBe(3);
  expect(assign.mock.calls.map(([node]) => node)).toEqual([...element.childNodes]);
  expect(doc.body.textContent).toBe(`أولا غليظ ${text} آخر`);
  expect(listCfis()).toEqual(before);
  for (const at of [0, start, start + 5, text.length - 1])
    expect(String(resolve(before[at] ?? ""))).not.toBe("");
  expect(String(held)).toBe(heldText);
});

test("an element with nothing but a verse is marked by its class", () => {
  const doc = createDocument(
    `<p><span class="mk-s" id="s0-0">قال: </span><b><span class="mk-s" data-s="s0-0">${verse}</span></b><span class="mk-s" data-s="s0-0"> انتهى</span></p>`,
  );
  markVerses(doc, [toSentence(`قال: ${verse} انتهى`, [verse])], origin);
  expect(doc.querySelector(".mk-whole-verse")?.textContent).toBe(verse);
  expect(getVerses(doc)).toEqual([]);
});

test("a page with other words than the server's text shows no verse", () => {
  const doc = createDocument(`<p><span class="mk-s" id="s0-0">نص آخر طويل جدا هنا</span></p>`);
  markVerses(doc, [toSentence(`قال: ${verse}`, [verse])], origin);
  expect(getVerses(doc)).toEqual([]);
  expect(doc.querySelectorAll(".mk-verse").length).toBe(1);
});

test("selected text stays selected", () => {
  const text = `قال تعالى: ${verse} ثم سكت.`;
  document.body.innerHTML = `<p><span class="mk-s" id="s0-0">${text}</span></p>`;
  const node = document.querySelector(".mk-s")?.firstChild as Text;
  document.getSelection()?.setBaseAndExtent(node, text.length - 2, node, 4);
  const before = String(document.getSelection());
  markVerses(document, [toSentence(text, [verse])], origin);
  expect(String(document.getSelection())).toBe(before);
});
