import { sentenceElements } from "./engine/position/sentence-ranges.ts";

/** Milliseconds that a found sentence stays marked. */
const shine = 2600;

export function flashHighlight(doc: Document | null, sentence: string): void {
  const elements = doc ? sentenceElements(doc, sentence) : [];
  for (const element of elements) element.classList.add("mk-flash");
  setTimeout(() => {
    for (const element of elements) element.classList.remove("mk-flash");
  }, shine);
}
