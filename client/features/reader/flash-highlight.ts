import { addHighlightStyle, getHighlightView } from "./engine/position/custom-highlight.ts";
import type { SentencePart } from "./engine/position/resolve-target.ts";
import { findCharacterRange, listSentenceElements } from "./engine/position/sentence-ranges.ts";

/** How long a search result is highlighted, in milliseconds. */
const highlightMs = 2600;

const name = "mk-found";

const rules = `
  ::highlight(${name}) { background-color: color-mix(in srgb, var(--mk-flash) 45%, transparent); }
  @media (forced-colors: active) { ::highlight(${name}) { background-color: Highlight; color: HighlightText; } }
`;

/** Highlights a sentence for a moment, and a found part of it more strongly. */
export function flashHighlight(doc: Document | null, sentence: string, part?: SentencePart): void {
  const elements = doc ? listSentenceElements(doc, sentence) : [];
  for (const element of elements) element.classList.add("mk-flash");
  const view = doc && getHighlightView(doc);
  const range = part && findCharacterRange(elements, part.start, part.end);
  const highlight = range && view?.Highlight ? new view.Highlight(range) : null;
  if (doc && highlight) {
    addHighlightStyle(doc, rules);
    view?.CSS.highlights?.set(name, highlight);
  }
  setTimeout(() => {
    for (const element of elements) element.classList.remove("mk-flash");
    if (highlight && view?.CSS.highlights?.get(name) === highlight) view.CSS.highlights.delete(name);
  }, highlightMs);
}
