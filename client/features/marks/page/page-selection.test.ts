import { afterEach, describe, expect, test, vi } from "vitest";
import { extendSelection, followSelection, getVisibleLines, type PageSelection } from "./page-selection.ts";

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(Range.prototype, "getClientRects");
});

/** How a key changes a selection in text of a writing mode. */
function press(key: string, writingMode: string): unknown[] | undefined {
  const element = document.createElement("p");
  element.style.writingMode = writingMode;
  document.body.replaceChildren(element);
  const modify = vi.fn();
  const selection = { isCollapsed: false, focusNode: element, modify } as unknown as Selection;
  vi.spyOn(document, "getSelection").mockReturnValue(selection);
  expect(extendSelection(document, key)).toBe(true);
  return modify.mock.calls[0]?.slice(1);
}

test("the arrow along the lines extends a selection by a word, the other by a sentence", () => {
  expect(press("ArrowRight", "horizontal-tb")).toEqual(["right", "word"]);
  expect(press("ArrowDown", "horizontal-tb")).toEqual(["forward", "sentence"]);
  expect(press("ArrowDown", "vertical-rl")).toEqual(["forward", "word"]);
  expect(press("ArrowUp", "vertical-rl")).toEqual(["backward", "word"]);
  expect(press("ArrowLeft", "vertical-rl")).toEqual(["forward", "sentence"]);
  expect(press("ArrowRight", "vertical-rl")).toEqual(["backward", "sentence"]);
  expect(press("ArrowRight", "vertical-lr")).toEqual(["forward", "sentence"]);
});

test("the lines of a passage are those of its text, not the boxes of its list items", () => {
  document.body.innerHTML = "<ul><li>One</li><li>Two</li><li>Three</li></ul>";
  const [one, , three] = document.querySelectorAll("li");
  const range = document.createRange();
  range.setStart(one?.firstChild ?? document, 1);
  range.setEnd(three?.firstChild ?? document, 2);
  // jsdom has no layout: each character is 10 pixels wide, and each item as tall as the window.
  function getClientRects(this: Range) {
    const { startContainer, startOffset, endContainer, endOffset } = this;
    const line = [...document.querySelectorAll("li")].findIndex(
      ({ firstChild }) => firstChild === startContainer,
    );
    const isText = line >= 0 && startContainer === endContainer;
    const rect = isText
      ? new DOMRect(10 * startOffset, 20 * line, 10 * (endOffset - startOffset), 20)
      : new DOMRect(0, 0, 500, 700);
    return [rect];
  }
  Object.assign(Range.prototype, { getClientRects });
  expect(getVisibleLines(range)).toEqual([
    { left: 10, right: 30, top: 0, bottom: 20 },
    { left: 0, right: 30, top: 20, bottom: 40 },
    { left: 0, right: 20, top: 40, bottom: 60 },
  ]);
  range.setStart(three?.firstChild ?? document, 1);
  expect(getVisibleLines(range)).toEqual([{ left: 10, right: 20, top: 40, bottom: 60 }]);
});

describe("a selection is reported", () => {
  /** Selects characters of a paragraph, as the browser does. */
  function select(from: number, to: number) {
    const text = document.querySelector("p")?.firstChild ?? document;
    document.getSelection()?.setBaseAndExtent(text, from, text, to);
    document.dispatchEvent(new Event("selectionchange"));
  }

  function follow(pointerType: string) {
    vi.useFakeTimers();
    document.body.innerHTML = "<p>The well of the road</p>";
    document.getSelection()?.removeAllRanges();
    const onChange = vi.fn((_: PageSelection | null) => {});
    followSelection({ doc: document, section: 0 }, onChange);
    document.dispatchEvent(new PointerEvent("pointerdown", { pointerType }));
    onChange.mockClear();
    return () => onChange.mock.calls.splice(0).map(([selection]) => selection && String(selection.range));
  }

  afterEach(() => vi.useRealTimers());

  test("when a finger rests, and hidden while it drags a handle", () => {
    const list = follow("touch");
    select(4, 8);
    vi.advanceTimersByTime(300);
    expect(list()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(list()).toEqual(["well"]);

    select(4, 8);
    expect(list()).toEqual([]);
    for (const end of [11, 15, 20]) {
      select(4, end);
      vi.advanceTimersByTime(300);
    }
    expect(list()).toEqual([null]);
    vi.advanceTimersByTime(100);
    expect(list()).toEqual(["well of the road"]);
  });

  test("and stays while a mouse changes it", () => {
    const list = follow("mouse");
    select(4, 8);
    vi.advanceTimersByTime(200);
    select(4, 11);
    vi.advanceTimersByTime(200);
    expect(list()).toEqual(["well", "well of"]);
  });
});
