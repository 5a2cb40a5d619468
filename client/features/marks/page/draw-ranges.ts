import { getHighlightView } from "#client/features/reader/index.ts";

/** The part of a range at a point of its document's window; null when the point is outside of it. */
export function findRectAt(range: Range, x: number, y: number): DOMRect | null {
  const bounds = range.getBoundingClientRect();
  if (y < bounds.top || bounds.bottom < y) return null;
  return (
    [...range.getClientRects()].find(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    ) ?? null
  );
}

/** Draws ranges with the style of `::highlight(name)` and `.name`, below the sentence that is being read. */
export function drawRanges(doc: Document, name: string, ranges: readonly Range[], priority = -1): void {
  const view = getHighlightView(doc);
  const { highlights } = view?.CSS ?? {};
  if (highlights && view?.Highlight) {
    if (ranges.length === 0) {
      highlights.delete(name);
      return;
    }
    const highlight = new view.Highlight(...ranges);
    highlight.priority = priority;
    highlights.set(name, highlight);
    return;
  }
  // Browsers without the API mark the whole sentences.
  for (const element of doc.querySelectorAll(`.${name}`)) element.classList.remove(name);
  for (const range of ranges) {
    for (const element of doc.getElementsByClassName("mk-s")) {
      if (range.intersectsNode(element)) element.classList.add(name);
    }
  }
}
