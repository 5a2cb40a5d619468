const minFormulaLines = 9;

/** Elements whose height a book may fix. */
const boxes =
  "div, section, article, aside, header, footer, figure, figcaption, blockquote, p, ul, ol, li, dl, dd";

/**
 * Fixes overflow of content made for another page size: clipped text, tall images, wide floats and tables.
 *
 * @param isScrolled otherwise horizontal scrolling would cover the next pages
 */
export function fixOverflow(doc: Document, isScrolled: boolean): void {
  const view = doc.defaultView;
  if (!view) return;
  expandBoxes(doc);
  flowBoxes(doc, view, isScrolled);
  fitImages(doc);
  clearFloats(doc, view);
  insetBoxes(doc, view);
  fitTables(doc, isScrolled);
  fitFormulas(doc, view, isScrolled);
}

function toggleClass<T extends Element>(
  elements: Iterable<T>,
  name: string,
  isMarked: (element: T) => boolean,
): void {
  const found = Array.from(elements);
  for (const { classList } of found) classList.remove(name);
  for (const element of found.filter(isMarked)) element.classList.add(name);
}

function expandBoxes(doc: Document): void {
  toggleClass(doc.body.querySelectorAll<HTMLElement>(boxes), "mk-whole", ({ scrollHeight, clientHeight }) => {
    return clientHeight > 0 && scrollHeight > clientHeight + 2;
  });
}

const maxFlowPasses = 5;

/** Boxes that browsers do not break into pages, such as inline blocks, become blocks when higher than a page. */
function flowBoxes(doc: Document, view: Window, isScrolled: boolean): void {
  const { documentElement: root, body } = doc;
  const elements = [body, ...body.querySelectorAll<HTMLElement>(boxes)];
  for (const { classList } of elements) classList.remove("mk-flowing");
  if (isScrolled) return;
  const isVertical = view.getComputedStyle(body).writingMode.startsWith("vertical");
  const isTooHigh = (element: Element) =>
    isVertical
      ? element.getBoundingClientRect().width > root.clientWidth + 2
      : element.getBoundingClientRect().height > root.clientHeight + 2;
  for (let pass = 0; pass < maxFlowPasses; pass++) {
    const high = new Set<Element>(elements.filter((element) => !isFlowing(element) && isTooHigh(element)));
    const outermost = [...high].filter(({ parentElement }) => !parentElement || !high.has(parentElement));
    if (outermost.length === 0) return;
    for (const { classList } of outermost) classList.add("mk-flowing");
  }
}

const isFlowing = ({ classList }: Element) => classList.contains("mk-flowing");

/** A reduced width would leave the image small in a tall box. */
function fitImages(doc: Document): void {
  toggleClass(doc.images, "mk-natural", ({ naturalWidth, naturalHeight, clientWidth, clientHeight }) => {
    const isKnown = naturalWidth > 0 && naturalHeight > 0 && clientWidth > 0;
    return isKnown && clientHeight > ((clientWidth * naturalHeight) / naturalWidth) * 1.1 + 2;
  });
}

function clearFloats(doc: Document, view: Window): void {
  const floating = Array.from(doc.body.querySelectorAll<HTMLElement>(":not(.mk-s)")).filter(
    (element) => element.classList.contains("mk-cleared") || view.getComputedStyle(element).float !== "none",
  );
  toggleClass(floating, "mk-cleared", (element) => {
    const { parentElement } = element;
    if (!parentElement) return false;
    const fontSize = Number.parseFloat(view.getComputedStyle(parentElement).fontSize);
    const width = getWidth(element);
    // Drop caps are narrow, and their position is intended.
    return width > 5 * fontSize && getInnerWidth(parentElement, view) - width < minFormulaLines * fontSize;
  });
}

/** Boxes with a negative margin or indent larger than the space before them are cut by the edges of the page. */
function insetBoxes(doc: Document, view: Window): void {
  const elements = [doc.body, ...doc.body.querySelectorAll<HTMLElement>(`${boxes}, h1, h2, h3, h4, h5, h6`)];
  const starts = new Map<Element, number>();
  for (const { classList } of elements) classList.remove("mk-inset", "mk-lowered");
  for (const element of elements) {
    const style = view.getComputedStyle(element);
    const getLength = (property: string) => Number.parseFloat(style.getPropertyValue(property)) || 0;
    const margins = [getLength("margin-inline-start"), getLength("margin-inline-end")];
    const outer = element.parentElement?.closest(`body, ${boxes}`);
    const start = (outer ? (starts.get(outer) ?? 0) : 0) + (margins[0] ?? 0);
    const inner = start + getLength("padding-inline-start");
    const isOutside = Math.min(start, inner + getLength("text-indent")) < -2;
    if (isOutside || Math.min(...margins) < -maxNegativeMargin) element.classList.add("mk-inset");
    starts.set(element, isOutside ? 0 : inner);
    const isAbove = getLength("margin-top") < 0 && element.getBoundingClientRect().top < -2;
    if (isAbove) element.classList.add("mk-lowered");
  }
}

/** Pixels; smaller ones pull drop caps and pictures into the margin. */
const maxNegativeMargin = 40;

function fitTables(doc: Document, isScrolled: boolean): void {
  const tables = Array.from(doc.querySelectorAll("table")).filter(
    (table) => !table.parentElement?.closest("table"),
  );
  for (const table of tables) {
    table.classList.remove("mk-small", "mk-smaller", "mk-smallest", "mk-scrolls");
    if (table.tabIndex === 0) table.removeAttribute("tabindex");
  }
  let wideTables = tables.filter(isTooWide);
  for (const step of ["mk-small", "mk-smaller"]) {
    for (const { classList } of wideTables) classList.add(step);
    wideTables = wideTables.filter(isTooWide);
  }
  for (const table of wideTables) {
    table.classList.replace("mk-smaller", isScrolled ? "mk-scrolls" : "mk-smallest");
    table.tabIndex = 0;
  }
}

/** A formula cannot wrap, and the page count includes what overflows: a wide one is shrunk to the column. */
function fitFormulas(doc: Document, view: Window, isScrolled: boolean): void {
  const formulas = Array.from(doc.querySelectorAll<MathMLElement>("math"));
  for (const formula of formulas) {
    formula.classList.remove("mk-fitted");
    formula.removeAttribute("tabindex");
  }
  if (isScrolled) return;
  const fractions = formulas.map((formula) => {
    const { parentElement } = formula;
    return parentElement ? getInnerWidth(parentElement, view) / getFormulaWidth(formula) : 1;
  });
  formulas.forEach((formula, at) => {
    const fraction = fractions[at] ?? 1;
    if (!(fraction < 1)) return;
    formula.style.setProperty("--mk-scale", String(fraction * 0.98));
    formula.classList.add("mk-fitted");
    formula.tabIndex = 0;
  });
}

function getFormulaWidth(formula: Element): number {
  const range = formula.ownerDocument.createRange();
  range.selectNodeContents(formula);
  return range.getBoundingClientRect().width;
}

function isTooWide(table: HTMLTableElement): boolean {
  const { parentElement } = table;
  const view = parentElement?.ownerDocument.defaultView;
  return parentElement && view ? getWidth(table) > getInnerWidth(parentElement, view) + 2 : false;
}

function getWidth(element: Element): number {
  return Math.max(0, ...Array.from(element.getClientRects(), ({ width }) => width));
}

function getInnerWidth(element: Element, view: Window): number {
  return Number.parseFloat(view.getComputedStyle(element).width);
}
