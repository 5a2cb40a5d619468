import { sentenceElements } from "./engine/position/sentence-ranges.ts";

/** How long a search result is highlighted, in milliseconds. */
const shine = 2600;

export function flashHighlight(doc: Document | null, sentence: string): void {
  const elements = doc ? sentenceElements(doc, sentence) : [];
  for (const element of elements) element.classList.add("mk-flash");
  setTimeout(() => {
    for (const element of elements) element.classList.remove("mk-flash");
  }, shine);
}
