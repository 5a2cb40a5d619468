import { SentenceId } from "#shared/positions/position.ts";
import { findSentenceAt } from "#client/features/reader/index.ts";
import type { Passage } from "./report-dialog.tsx";

/** The selected text of a document with its first sentence; null without a selection. */
export function getPassage(doc: Document): Passage | null {
  const selection = doc.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const quote = selection.toString().replace(/\s+/g, " ").trim();
  const { data } = SentenceId.safeParse(findSentenceAt(doc, selection.getRangeAt(0)));
  return quote && data ? { sentence: data, quote } : null;
}
