import { addHighlightStyle, getHighlightView } from "./custom-highlight.ts";
import { getRanges } from "./sentence-ranges.ts";

/** The name of the highlight in stylesheets: `::highlight(mk-playing)`. */
const playingName = "mk-playing";

export interface BookClassNames {
  readonly active: string;
  readonly playing: string;
}

export function markElements(doc: Document, elements: readonly Element[], { active }: BookClassNames): void {
  const view = getHighlightView(doc);
  if (!view) return;
  if (active) for (const element of doc.getElementsByClassName(active)) element.classList.remove(active);
  const others = active ? elements.filter((element) => !isShownBy(active, element)) : elements;
  addHighlightStyle(doc, rules);
  const { highlights } = view.CSS ?? {};
  // Browsers without the API mark the elements by a class.
  if (highlights && view.Highlight) {
    if (others.length === 0) highlights.delete(playingName);
    else highlights.set(playingName, new view.Highlight(...getRanges(others)));
    return;
  }
  for (const element of doc.querySelectorAll(`.${playingName}`)) element.classList.remove(playingName);
  for (const element of others) element.classList.add(playingName);
}

export function markPlaying(doc: Document, isPlaying: boolean, { playing }: BookClassNames): void {
  if (playing) doc.documentElement.classList.toggle(playing, isPlaying);
}

const comparedProperties = [
  "backgroundColor",
  "color",
  "textDecorationLine",
  "outlineStyle",
  "fontWeight",
  "boxShadow",
] as const;

function isShownBy(active: string, element: Element): boolean {
  const view = element.ownerDocument.defaultView;
  if (!view) return false;
  const readStyle = () => {
    const style = view.getComputedStyle(element);
    return comparedProperties.map((name) => style[name]).join();
  };
  const previousStyle = readStyle();
  element.classList.add(active);
  return readStyle() !== previousStyle;
}

const element = `html body .${playingName}.${playingName}`;

const rules = `
  ::highlight(${playingName}) { background-color: var(--mk-playing); color: var(--mk-ink); }
  ${element}, ${element} * { background-color: var(--mk-playing) !important; color: var(--mk-ink) !important; }
  @media (forced-colors: active) {
    ::highlight(${playingName}) { background-color: Highlight; color: HighlightText; }
    ${element}, ${element} * { background-color: Highlight !important; color: HighlightText !important; forced-color-adjust: none; }
  }
`;
