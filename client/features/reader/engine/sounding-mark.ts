/** The name of the mark in style sheets: `::highlight(mk-sounding)`. */
const soundingName = "mk-sounding";

/** Browsers with the Custom Highlight API; in others the elements of the sentence wear a class. */
type WithHighlights = Window & {
  readonly CSS: { readonly highlights?: Map<string, unknown> };
  readonly Highlight?: new (...ranges: Range[]) => object;
};

/** Marks what sounds in a document, and nothing else. Its nodes stay as they are, so that every CFI still fits. */
export function markSentence(doc: Document, ranges: readonly Range[]): void {
  const view = doc.defaultView as unknown as WithHighlights | null;
  if (!view) return;
  const { highlights } = view.CSS ?? {};
  if (highlights && view.Highlight) {
    if (ranges.length === 0) highlights.delete(soundingName);
    else highlights.set(soundingName, new view.Highlight(...ranges));
    return;
  }
  for (const element of doc.querySelectorAll(`.${soundingName}`)) element.classList.remove(soundingName);
  for (const { commonAncestorContainer: element } of ranges) {
    (element as Element).classList.add(soundingName);
  }
}

/** How the mark looks, in the page's own colours, and in the system's where the reader forces those. */
export function soundingRules(look: { readonly background: string; readonly ink: string }): string {
  // Before what a theme says of every element of the book.
  const element = `html body .${soundingName}.${soundingName}`;
  return `
    ::highlight(${soundingName}) { background-color: ${look.background}; color: ${look.ink}; }
    ${element}, ${element} * { background-color: ${look.background} !important; color: ${look.ink} !important; }
    @media (forced-colors: active) {
      ::highlight(${soundingName}) { background-color: Highlight; color: HighlightText; }
      ${element}, ${element} * { background-color: Highlight !important; color: HighlightText !important; forced-color-adjust: none; }
    }
  `;
}
