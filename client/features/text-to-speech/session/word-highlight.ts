import {
  addHighlightStyle,
  type BookView,
  getHighlightView,
  listElements,
} from "#client/features/reader/index.ts";
import { getPieces, getRange } from "#client/features/text-to-speech/book-text.ts";

const name = "mk-word";

const rules = `
  ::highlight(${name}) { text-decoration: underline 0.14em solid var(--mk-ink); text-underline-offset: 0.18em; }
`;

export class WordHighlight {
  readonly #view: BookView;
  #marked: Document | null = null;

  constructor(view: BookView) {
    this.#view = view;
  }

  /** @param part characters of the sentence; null removes the mark */
  show(sentence: string | null, part: { readonly start: number; readonly end: number } | null): void {
    const found = sentence !== null && part ? this.#find(sentence, part) : null;
    if (this.#marked && this.#marked !== found?.doc)
      getHighlightView(this.#marked)?.CSS.highlights?.delete(name);
    this.#marked = found?.doc ?? null;
    const view = found && getHighlightView(found.doc);
    if (!found || !view?.CSS.highlights || !view.Highlight) return;
    addHighlightStyle(found.doc, rules);
    const mark = new view.Highlight(found.range);
    mark.priority = 1;
    view.CSS.highlights.set(name, mark);
  }

  #find(sentence: string, { start, end }: { readonly start: number; readonly end: number }) {
    for (const { doc } of this.#view.renderer()?.getContents() ?? []) {
      const elements = doc ? listElements(doc, sentence) : [];
      const pieces = elements.length > 0 ? getPieces(elements, "") : [];
      const coversSentence = end - start >= pieces.reduce((sum, { text }) => sum + text.trim().length, 0) - 1;
      const range = coversSentence ? null : getRange(pieces, start, end);
      if (doc && range) return { doc, range };
    }
    return null;
  }
}
