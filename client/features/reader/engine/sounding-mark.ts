/** The name of the mark in style sheets: `::highlight(mk-sounding)`. */
const soundingName = "mk-sounding";

/** Browsers with the Custom Highlight API; in others the elements of the sentence wear a class. */
type WithHighlights = Window & {
  readonly CSSStyleSheet: typeof CSSStyleSheet;
  readonly CSS: { readonly highlights?: Map<string, unknown> };
  readonly Highlight?: new (...ranges: Range[]) => object;
};

/** Marks what sounds in a document, and nothing else. Its nodes stay as they are, so that every CFI still fits. */
export function markSentence(doc: Document, ranges: readonly Range[]): void {
  const view = doc.defaultView as unknown as WithHighlights | null;
  if (!view) return;
  styleMark(doc, view);
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

/** Before what a theme says of every element of the book. */
const element = `html body .${soundingName}.${soundingName}`;

/** How the mark looks: in the page's own colours, and in the system's where the reader forces those. */
const rules = `
  ::highlight(${soundingName}) { background-color: var(--mk-sounding); color: var(--mk-ink); }
  ${element}, ${element} * { background-color: var(--mk-sounding) !important; color: var(--mk-ink) !important; }
  @media (forced-colors: active) {
    ::highlight(${soundingName}) { background-color: Highlight; color: HighlightText; }
    ${element}, ${element} * { background-color: Highlight !important; color: HighlightText !important; forced-color-adjust: none; }
  }
`;

const styled = new WeakSet<Document>();

function styleMark(doc: Document, view: WithHighlights): void {
  if (styled.has(doc)) return;
  styled.add(doc);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  doc.adoptedStyleSheets.push(sheet);
}
