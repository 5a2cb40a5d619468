/** The parts of the CSS Custom Highlight API that a book's document may have. */
export type HighlightView = Window & {
  readonly CSSStyleSheet: typeof CSSStyleSheet;
  readonly CSS: { readonly highlights?: Map<string, unknown> };
  readonly Highlight?: new (...ranges: Range[]) => { priority: number };
};

export const getHighlightView = (doc: Document): HighlightView | null =>
  doc.defaultView as unknown as HighlightView | null;

interface HighlightStyles {
  readonly sheets: Map<string, CSSStyleSheet>;
  readonly roots: ShadowRoot[];
}

const highlightStyles = new WeakMap<Document, HighlightStyles>();

function getHighlightStyles(doc: Document): HighlightStyles {
  const known = highlightStyles.get(doc) ?? { sheets: new Map(), roots: [] };
  highlightStyles.set(doc, known);
  return known;
}

/** Adds rules to a book's document once. */
export function addHighlightStyle(doc: Document, rules: string): void {
  const view = getHighlightView(doc);
  const { sheets, roots } = getHighlightStyles(doc);
  if (!view || sheets.has(rules)) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  sheets.set(rules, sheet);
  for (const root of [doc, ...roots]) root.adoptedStyleSheets.push(sheet);
}

/** Gives a shadow root in a book's document the rules of highlights: WebKit does not inherit them. */
export function addHighlightRoot(doc: Document, root: ShadowRoot): void {
  const { sheets, roots } = getHighlightStyles(doc);
  roots.push(root);
  for (const sheet of sheets.values()) root.adoptedStyleSheets.push(sheet);
}
