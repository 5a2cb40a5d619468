import { type LoadedDocument, toWindow } from "#client/features/reader/index.ts";
import type { Box } from "./place-bar.ts";

/** The selected text of a page. */
export interface PageSelection {
  readonly loaded: LoadedDocument;
  readonly range: Range;
}

const selectionDelayMs = 200;

/**
 * Follows the selection in a document of the book.
 *
 * @param onChange called with null when nothing is selected any more
 */
export function followSelection(
  loaded: LoadedDocument,
  onChange: (selection: PageSelection | null) => void,
): void {
  const { doc } = loaded;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    const selection = doc.getSelection();
    const isEmpty = !selection || selection.isCollapsed || selection.rangeCount === 0;
    onChange(isEmpty ? null : { loaded, range: selection.getRangeAt(0).cloneRange() });
  };
  doc.addEventListener("selectionchange", () => {
    clearTimeout(timer);
    timer = setTimeout(update, selectionDelayMs);
  });
  // Text that was selected before.
  update();
}

/** The visible lines of a range in the window. */
export function getVisibleLines(range: Range): Box[] {
  const doc = range.startContainer.ownerDocument;
  if (!doc) return [];
  return [...range.getClientRects()].flatMap(({ left, top, right, bottom }) => {
    const [start, end] = [toWindow(doc, { x: left, y: top }), toWindow(doc, { x: right, y: bottom })];
    const box = { left: start.x, top: start.y, right: end.x, bottom: end.y };
    const isVisible =
      box.right > 0 && box.left < window.innerWidth && box.bottom > 0 && box.top < window.innerHeight;
    return isVisible && right > left && bottom > top ? [box] : [];
  });
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
  const isWord = key === "ArrowLeft" || key === "ArrowRight";
  const isForward = key === "ArrowDown" || key === "ArrowRight";
  selection.modify("extend", toDirection(key, isForward), isWord ? "word" : "sentence");
  return true;
}

function toDirection(key: string, isForward: boolean): string {
  // In right-to-left text the left arrow goes on.
  if (key === "ArrowLeft") return "left";
  if (key === "ArrowRight") return "right";
  return isForward ? "forward" : "backward";
}
