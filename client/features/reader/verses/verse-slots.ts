import { addHighlightRoot } from "#client/features/reader/engine/position/custom-highlight.ts";

/** The part of a shadow tree that shows a verse: `::part(verse)`. */
export const versePart = "verse";

/** Character offsets `[start, end)` in a text node. */
export type TextRange = readonly [start: number, end: number];

/**
 * Gives verses inside the only text of an element their own box. Slots in a shadow tree take the text nodes, so
 * that the element has no children other than text: the steps and offsets of CFIs stay as they are.
 *
 * @param ranges in order, separate
 */
export function showInSlots(element: HTMLElement, ranges: readonly TextRange[]): void {
  const doc = element.ownerDocument;
  const text = element.firstChild as Text;
  const edges = new Set([0, ...ranges.flat(), text.length]);
  for (const edge of [...edges].sort((a, b) => b - a)) {
    if (edge > 0 && edge < text.length) text.splitText(edge);
  }
  const verseStarts = new Set(ranges.map(([start]) => start));
  const root = element.attachShadow({ mode: "open", slotAssignment: "manual" });
  let at = 0;
  for (const node of element.childNodes as NodeListOf<Text>) {
    const slot = doc.createElement("slot");
    if (verseStarts.has(at)) {
      const verse = doc.createElement("span");
      verse.setAttribute("part", versePart);
      verse.append(slot);
      root.append(verse);
    } else root.append(slot);
    slot.assign(node);
    at += node.length;
  }
  addHighlightRoot(doc, root);
}

/** Text that was selected stays selected; WebKit shortens a selection whose text moves into slots. */
export function keepSelection(doc: Document, change: () => void): void {
  const selection = doc.getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0, isCollapsed } = selection ?? {};
  if (!selection || !anchorNode || !focusNode || isCollapsed) {
    change();
    return;
  }
  const [anchor, focus] = [doc.createRange(), doc.createRange()];
  anchor.setStart(anchorNode, anchorOffset);
  focus.setStart(focusNode, focusOffset);
  change();
  selection.setBaseAndExtent(
    anchor.startContainer,
    anchor.startOffset,
    focus.startContainer,
    focus.startOffset,
  );
}
