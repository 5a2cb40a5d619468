import { useEffect } from "react";
import { isTextAnchor } from "#shared/marks/mark.ts";
import { toPlainText } from "#shared/rich-text/rich-text.ts";
import { markColors } from "#client/features/marks/page/mark-renderer.ts";
import { type OwnMark, ownMarks, type Target } from "#client/features/reader/index.ts";
import type { ShownMark } from "./mark-store.ts";

/** Lets the search in the book and the command palette find the marks of the open book. */
export function useOwnMarks(marks: readonly ShownMark[]): void {
  useEffect(() => {
    ownMarks.set(marks.filter(({ placement }) => placement !== "lost").map(toOwnMark));
    return () => ownMarks.set([]);
  }, [marks]);
}

const toOwnMark = ({ id, anchor, note, content, tags, style }: ShownMark): OwnMark => ({
  ...{ id, tags },
  note: content ? toPlainText(content) : note,
  quote: anchor.quote?.exact ?? "",
  color: style && style !== "underline" ? markColors[style] : null,
  target: toTarget(anchor),
});

function toTarget(anchor: ShownMark["anchor"]): Target {
  if (!isTextAnchor(anchor))
    return anchor.sentence ? { sentence: anchor.sentence } : { fraction: anchor.fraction };
  const { start, end } = anchor;
  const last = end.sentence === start.sentence ? end.offset : 0;
  return {
    sentence: start.sentence,
    part: { start: start.offset, end: Math.max(start.offset + 1, last) },
  };
}
