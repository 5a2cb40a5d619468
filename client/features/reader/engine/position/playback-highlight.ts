import { addMarkStyle, getMarkView } from "./custom-highlight.ts";
import { getRanges } from "./sentence-ranges.ts";

/** The name of the highlight in stylesheets: `::highlight(mk-sounding)`. */
const soundingName = "mk-sounding";

export interface BookClassNames {
  readonly active: string;
  readonly playing: string;
}

export function markElements(doc: Document, elements: readonly Element[], { active }: BookClassNames): void {
  const view = getMarkView(doc);
  if (!view) return;
  if (active) for (const element of doc.getElementsByClassName(active)) element.classList.remove(active);
  const others = active ? elements.filter((element) => !isShownBy(active, element)) : elements;
  addMarkStyle(doc, rules);
  const { highlights } = view.CSS ?? {};
  // Browsers without the API mark the elements by a class.
  if (highlights && view.Highlight) {
    if (others.length === 0) highlights.delete(soundingName);
    else highlights.set(soundingName, new view.Highlight(...getRanges(others)));
    return;
  }
  for (const element of doc.querySelectorAll(`.${soundingName}`)) element.classList.remove(soundingName);
  for (const element of others) element.classList.add(soundingName);
}

export function markPlaying(doc: Document, isPlaying: boolean, { playing }: BookClassNames): void {
  if (playing) doc.documentElement.classList.toggle(playing, isPlaying);
}

const shown = [
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
  const update = () => {
    const style = view.getComputedStyle(element);
    return shown.map((name) => style[name]).join();
  };
  const before = update();
  element.classList.add(active);
  return update() !== before;
}

const element = `html body .${soundingName}.${soundingName}`;

const rules = `
  ::highlight(${soundingName}) { background-color: var(--mk-sounding); color: var(--mk-ink); }
  ${element}, ${element} * { background-color: var(--mk-sounding) !important; color: var(--mk-ink) !important; }
  @media (forced-colors: active) {
    ::highlight(${soundingName}) { background-color: Highlight; color: HighlightText; }
    ${element}, ${element} * { background-color: Highlight !important; color: HighlightText !important; forced-color-adjust: none; }
  }
`;
