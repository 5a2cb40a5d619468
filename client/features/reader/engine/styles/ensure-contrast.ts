import {
  blendOver,
  type Color,
  chooseTextColor,
  getChroma,
  getContrast,
  getLuminance,
  minContrast,
  minContrastLargeText,
  parseColor,
  toCssColor,
} from "./color-contrast.ts";

const paperLuminance = 0.95;

const minBorderContrast = 1.6;

/** Below this luminance a page counts as dark. */
const nightLuminance = 0.2;

/** The page colors of the reader's theme. */
interface Page {
  readonly view: Window;
  readonly paper: Color;
  readonly ink: Color;
  readonly isNight: boolean;
}

interface LowContrast {
  readonly boxes: HTMLElement[];
  readonly borders: HTMLElement[];
}

export function ensureContrast(doc: Document): void {
  restoreAll(doc);
  const page = getPage(doc);
  if (!page) return;
  void adjustImages(doc, page.isNight);
  const texts = Array.from(listTextElements(doc));
  const backgrounds = new Map<Element, Color | null>([[doc.documentElement, page.paper]]);
  const lowContrast: LowContrast = { boxes: [], borders: [] };
  for (const element of texts) getBackground(element, page, backgrounds, lowContrast);
  for (const element of lowContrast.boxes) {
    overrideStyle(element, "background-color", "transparent");
    overrideStyle(element, "background-image", "none");
  }
  for (const element of lowContrast.borders) overrideStyle(element, "border-color", "var(--mk-line)");
  recolor(texts, page, backgrounds, (element) => getOrigin(element, page.view));
  recolor(texts, page, backgrounds, (element) => element);
}

async function adjustImages(doc: Document, isNight: boolean): Promise<void> {
  if (doc.images.length === 0 || !(isNight || doc.querySelector(".mk-inverted, .mk-light-background")))
    return;
  const nightImages = await import("./night-images.ts");
  nightImages.adjustImages(doc, isNight);
}

function getPage(doc: Document): Page | null {
  const view = doc.defaultView;
  if (!view || !doc.body) return null;
  const root = view.getComputedStyle(doc.documentElement);
  const [paper, ink] = [parseColor(root.backgroundColor), parseColor(root.color)];
  return paper && ink && { view, paper, ink, isNight: getLuminance(paper) < nightLuminance };
}

function* listTextElements(doc: Document): Generator<HTMLElement> {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  let last: Element | null = null;
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement;
    if (!element || element === last || !text.nodeValue?.trim()) continue;
    last = element;
    if (!element.closest("svg, style, script")) yield element;
  }
}

/** The background color behind an element; null over an image. */
function getBackground(
  element: HTMLElement,
  page: Page,
  cache: Map<Element, Color | null>,
  lowContrast: LowContrast,
): Color | null {
  const cached = cache.get(element);
  if (cached !== undefined) return cached;
  const below = element.parentElement
    ? getBackground(element.parentElement, page, cache, lowContrast)
    : page.paper;
  const { backgroundColor, backgroundImage, borderTopWidth, borderTopColor } =
    page.view.getComputedStyle(element);
  const hasPicture = backgroundImage !== "" && backgroundImage !== "none";
  const color = parseColor(backgroundColor);
  const boxColor = color && color[3] > 0 ? blendOver(color, below ?? page.paper) : null;
  const isReplaced = hasPicture ? page.isNight : boxColor !== null && !isReadable(boxColor, page);
  if (isReplaced) lowContrast.boxes.push(element);
  const border = page.isNight && Number.parseFloat(borderTopWidth) > 0 ? parseColor(borderTopColor) : null;
  if (border && getContrast(blendOver(border, page.paper), page.paper) < minBorderContrast)
    lowContrast.borders.push(element);
  const background = isReplaced ? below : hasPicture ? null : (boxColor ?? below);
  cache.set(element, background);
  return background;
}

function isReadable(boxColor: Color, { paper, ink }: Page): boolean {
  if (getLuminance(boxColor) > paperLuminance && getChroma(boxColor) < 12) return false;
  return getContrast(ink, boxColor) >= minContrast || getLuminance(boxColor) <= getLuminance(paper);
}

function recolor(
  texts: readonly HTMLElement[],
  { view, ink }: Page,
  backgrounds: ReadonlyMap<Element, Color | null>,
  getElement: (element: HTMLElement) => HTMLElement,
): void {
  const newColors = new Map<HTMLElement, Color>();
  for (const element of texts) {
    const style = view.getComputedStyle(element);
    const [background, color] = [backgrounds.get(element), parseColor(style.color)];
    if (
      !background ||
      !color ||
      getContrast(blendOver(color, background), background) >=
        (isLarge(style) ? minContrastLargeText : minContrast)
    )
      continue;
    newColors.set(getElement(element), chooseTextColor(color, background, ink));
  }
  // Writes after all reads, so that styles are computed once.
  for (const [element, newColor] of newColors) overrideStyle(element, "color", toCssColor(newColor));
}

/** The outermost element with the same color. */
function getOrigin(element: HTMLElement, view: Window): HTMLElement {
  const { color } = view.getComputedStyle(element);
  let origin = element;
  for (let at = element.parentElement; at && at.localName !== "body"; at = at.parentElement) {
    if (view.getComputedStyle(at).color !== color) break;
    origin = at;
  }
  return origin;
}

/** As defined by WCAG: 18 pt, or 14 pt bold. */
function isLarge({ fontSize, fontWeight }: CSSStyleDeclaration): boolean {
  return Number.parseFloat(fontSize) >= (Number.parseInt(fontWeight, 10) >= 700 ? 18.7 : 24);
}

interface InlineStyle {
  readonly element: HTMLElement;
  readonly property: string;
  readonly value: string;
  readonly priority: string;
}

const overriddenStyles = new WeakMap<Document, InlineStyle[]>();

/** Overrides an inline style until `restoreAll`. */
function overrideStyle(element: HTMLElement, property: string, value: string): void {
  const { style, ownerDocument } = element;
  const styles = overriddenStyles.get(ownerDocument) ?? [];
  overriddenStyles.set(ownerDocument, styles);
  styles.push({
    element,
    property,
    value: style.getPropertyValue(property),
    priority: style.getPropertyPriority(property),
  });
  style.setProperty(property, value, "important");
}

/** Restores the inline styles of all elements of a document. */
function restoreAll(doc: Document): void {
  for (const { element, property, value, priority } of overriddenStyles.get(doc)?.toReversed() ?? [])
    element.style.setProperty(property, value, priority);
  overriddenStyles.delete(doc);
}
