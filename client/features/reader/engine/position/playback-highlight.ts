import { getRanges } from "./sentence-ranges.ts";

/** The name of the mark in style sheets: `::highlight(mk-sounding)`. */
const soundingName = "mk-sounding";

/** Browsers with the Custom Highlight API; in others the elements of the sentence wear a class. */
type WithHighlights = Window & {
  readonly CSSStyleSheet: typeof CSSStyleSheet;
  readonly CSS: { readonly highlights?: Map<string, unknown> };
  readonly Highlight?: new (...ranges: Range[]) => object;
};

/** The classes that a book styles what is heard by; empty for none. */
export interface BookClassNames {
  /** Of what is heard, while it is. */
  readonly active: string;
  /** Of the page's root, while the sound plays. */
  readonly playing: string;
}

/** Marks what sounds in a document, and nothing else. Its nodes stay as they are, so that every CFI still fits. */
export function markElements(doc: Document, elements: readonly Element[], { active }: BookClassNames): void {
  const view = doc.defaultView as unknown as WithHighlights | null;
  if (!view) return;
  if (active) for (const element of doc.getElementsByClassName(active)) element.classList.remove(active);
  // A book that shows what is heard in its own way is left to it.
  const others = active ? elements.filter((element) => !isShownBy(active, element)) : elements;
  styleMark(doc, view);
  const { highlights } = view.CSS ?? {};
  if (highlights && view.Highlight) {
    if (others.length === 0) highlights.delete(soundingName);
    else highlights.set(soundingName, new view.Highlight(...getRanges(others)));
    return;
  }
  for (const element of doc.querySelectorAll(`.${soundingName}`)) element.classList.remove(soundingName);
  for (const element of others) element.classList.add(soundingName);
}

/** Says on the page's root that the sound plays, where the book styles that. */
export function markPlaying(doc: Document, isPlaying: boolean, { playing }: BookClassNames): void {
  if (playing) doc.documentElement.classList.toggle(playing, isPlaying);
}

/** What a book changes to show what is heard. */
const shown = [
  "backgroundColor",
  "color",
  "textDecorationLine",
  "outlineStyle",
  "fontWeight",
  "boxShadow",
] as const;

/** Puts the book's own class on, and tells whether that can be seen. */
function isShownBy(active: string, element: Element): boolean {
  const view = element.ownerDocument.defaultView;
  if (!view) return false;
  const look = () => {
    const style = view.getComputedStyle(element);
    return shown.map((name) => style[name]).join();
  };
  const before = look();
  element.classList.add(active);
  return look() !== before;
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
