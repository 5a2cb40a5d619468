import { type LoadedDocument, toWindow } from "#client/features/reader/index.ts";
import type { Box } from "./place-bar.ts";

/** The selected text of a page. */
export interface PageSelection {
  readonly loaded: LoadedDocument;
  readonly range: Range;
}

const selectionDelayMs = 200;
/** A finger that drags a handle sends no events to the page, and rests now and then. */
const touchDelayMs = 400;

/**
 * Follows the selection in a document of the book.
 *
 * @param onChange called with null when nothing is selected any more, and while a finger changes the selection
 */
export function followSelection(
  loaded: LoadedDocument,
  onChange: (selection: PageSelection | null) => void,
): void {
  const { doc } = loaded;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouch = false;
  let shown: Range | null = null;
  const getRange = () => {
    const selection = doc.getSelection();
    return !selection || selection.isCollapsed || selection.rangeCount === 0 ? null : selection.getRangeAt(0);
  };
  const show = (range: Range | null) => {
    shown = range?.cloneRange() ?? null;
    onChange(shown && { loaded, range: shown });
  };
  doc.addEventListener("pointerdown", ({ pointerType }) => {
    isTouch = pointerType !== "mouse";
  });
  doc.addEventListener("selectionchange", () => {
    clearTimeout(timer);
    if (isTouch && shown && !isSameRange(shown, getRange())) show(null);
    timer = setTimeout(() => show(getRange()), isTouch ? touchDelayMs : selectionDelayMs);
  });
  // Text that was selected before.
  show(getRange());
}

function isSameRange(one: Range, other: Range | null): boolean {
  if (!other) return false;
  const isSameStart = one.startContainer === other.startContainer && one.startOffset === other.startOffset;
  return isSameStart && one.endContainer === other.endContainer && one.endOffset === other.endOffset;
}

/** The visible lines of a range in the window, without the boxes of whole elements, which can be larger. */
export function getVisibleLines(range: Range): Box[] {
  const doc = range.startContainer.ownerDocument;
  if (!doc) return [];
  return listTextRects(range, doc).flatMap(({ left, top, right, bottom }) => {
    const [start, end] = [toWindow(doc, { x: left, y: top }), toWindow(doc, { x: right, y: bottom })];
    const box = { left: start.x, top: start.y, right: end.x, bottom: end.y };
    const isVisible =
      box.right > 0 && box.left < window.innerWidth && box.bottom > 0 && box.top < window.innerHeight;
    return isVisible && right > left && bottom > top ? [box] : [];
  });
}

function listTextRects(range: Range, doc: Document): DOMRect[] {
  const { commonAncestorContainer: root, startContainer, startOffset, endContainer, endOffset } = range;
  const walker = doc.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const first = root.nodeType === Node.TEXT_NODE ? root : walker.nextNode();
  const rects: DOMRect[] = [];
  for (let node = first as Text | null; node; node = walker.nextNode() as Text | null) {
    if (!range.intersectsNode(node)) continue;
    const part = doc.createRange();
    part.setStart(node, node === startContainer ? startOffset : 0);
    part.setEnd(node, node === endContainer ? endOffset : node.length);
    rects.push(...part.getClientRects());
  }
  return rects;
}

/** Selects the sentence by keyboard; Shift and the arrow keys then change the selection. */
export function selectElements(elements: readonly Element[]): void {
  const [first, last] = [elements[0], elements.at(-1)];
  const selection = first?.ownerDocument.getSelection();
  if (!first || !last || !selection) return;
  selection.setBaseAndExtent(first, 0, last, last.childNodes.length);
}

/** @returns whether there was a selection to change */
export function extendSelection(doc: Document, key: string): boolean {
  const selection = doc.getSelection();
  if (!selection || selection.isCollapsed) return false;
  const mode = getWritingMode(selection.focusNode);
  const isVertical = mode.startsWith("vertical");
  const isAlongLines = isVertical === (key === "ArrowDown" || key === "ArrowUp");
  selection.modify("extend", toDirection(key, mode), isAlongLines ? "word" : "sentence");
  return true;
}

function getWritingMode(node: Node | null): string {
  const element = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement;
  return element?.ownerDocument.defaultView?.getComputedStyle(element).writingMode ?? "";
}

function toDirection(key: string, mode: string): string {
  const next = mode === "vertical-lr" ? "ArrowRight" : "ArrowLeft";
  if (mode.startsWith("vertical")) return key === "ArrowDown" || key === next ? "forward" : "backward";
  // In right-to-left text the left arrow goes on.
  if (key === "ArrowLeft") return "left";
  if (key === "ArrowRight") return "right";
  return key === "ArrowDown" ? "forward" : "backward";
}
