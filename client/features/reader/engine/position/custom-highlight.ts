/** The parts of the CSS Custom Highlight API that a book's document may have. */
export type HighlightView = Window & {
  readonly CSSStyleSheet: typeof CSSStyleSheet;
  readonly CSS: { readonly highlights?: Map<string, unknown> };
  readonly Highlight?: new (...ranges: Range[]) => { priority: number };
};

export const getHighlightView = (doc: Document): HighlightView | null =>
  doc.defaultView as unknown as HighlightView | null;

const addedStyles = new WeakMap<Document, Set<string>>();

/** Adds rules to a book's document once. */
export function addHighlightStyle(doc: Document, rules: string): void {
  const view = getHighlightView(doc);
  const styles = addedStyles.get(doc) ?? new Set();
  if (!view || styles.has(rules)) return;
  addedStyles.set(doc, styles.add(rules));
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  doc.adoptedStyleSheets.push(sheet);
}
