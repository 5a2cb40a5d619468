import { toWindow } from "#client/features/reader/engine/layout/page-input.ts";

export interface Line {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The line of text at a point, in window coordinates; null where there is none.
 *
 * @param point in window coordinates
 */
export function findLineAt(doc: Document, point: { readonly x: number; readonly y: number }): Line | null {
  const origin = toWindow(doc, { x: 0, y: 0 });
  const caret = getCaret(doc, point.x - origin.x, point.y - origin.y);
  if (!caret || caret.node.nodeType !== Node.TEXT_NODE) return null;
  const range = doc.createRange();
  const length = caret.node.nodeValue?.length ?? 0;
  range.setStart(caret.node, Math.min(caret.offset, Math.max(0, length - 1)));
  range.setEnd(caret.node, Math.min(length, caret.offset + 1));
  const { top, bottom, height } = range.getBoundingClientRect();
  return height > 0 ? { top: top + origin.y, bottom: bottom + origin.y } : null;
}

function getCaret(
  doc: Document,
  x: number,
  y: number,
): { readonly node: Node; readonly offset: number } | null {
  const position = doc.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  // Safari before 26.2 has only the older function.
  const range = doc.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
