/** The parts of the CSS Custom Highlight API that a book's document may have. */
export type HighlightView = Window & {
  readonly CSSStyleSheet: typeof CSSStyleSheet;
  readonly CSS: { readonly highlights?: Map<string, unknown> };
  readonly Highlight?: new (...ranges: Range[]) => { priority: number };
};

export const getMarkView = (doc: Document): HighlightView | null =>
  doc.defaultView as unknown as HighlightView | null;

const styled = new WeakMap<Document, Set<string>>();

/** Adds rules to a book's document once. */
export function addMarkStyle(doc: Document, rules: string): void {
  const view = getMarkView(doc);
  const styles = styled.get(doc) ?? new Set();
  if (!view || styles.has(rules)) return;
  styled.set(doc, styles.add(rules));
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  doc.adoptedStyleSheets.push(sheet);
}
