type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Less contrast than that between a text and what it stands on cannot be read. */
const leastContrast = 3;

/** That of what stands in its place. */
const easyContrast = 4.5;

const mark = "data-mk-colour";
const white: Colour = [255, 255, 255, 1];
const black: Colour = [26, 26, 26, 1];

/**
 * Gives text that the book's colours would hide, such as white on our light paper, a colour that can be read. All that
 * can be read keeps its own.
 */
export function keepReadable(doc: Document): void {
  const view = doc.defaultView;
  if (!view || !doc.body) return;
  for (const element of doc.querySelectorAll<HTMLElement>(`[${mark}]`)) restore(element);

  const root = view.getComputedStyle(doc.documentElement);
  const paper = colourOf(root.backgroundColor);
  const ink = colourOf(root.color);
  if (!paper || !ink) return;
  const grounds = new Map<Element, Colour | null>([[doc.documentElement, paper]]);
  const hidden: (readonly [HTMLElement, Colour])[] = [];
  for (const element of textsIn(doc)) {
    const ground = groundOf(element, view, grounds);
    const own = colourOf(view.getComputedStyle(element).color);
    if (!ground || !own || contrast(over(own, ground), ground) >= leastContrast) continue;
    hidden.push([element, [ink, black].find((colour) => contrast(colour, ground) >= easyContrast) ?? white]);
  }
  // Written after all is read, so that styles are worked out once.
  for (const [element, colour] of hidden) recolour(element, colour);
}

/** Elements with words of their own; drawings and formulas colour themselves. */
function* textsIn(doc: Document): Generator<HTMLElement> {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  let last: Element | null = null;
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement;
    if (!element || element === last || !text.nodeValue?.trim()) continue;
    last = element;
    if (!element.closest("svg, style, script")) yield element;
  }
}

/** The colour that an element stands on; null over a picture, which nobody can tell the colour of. */
function groundOf(element: Element, view: Window, known: Map<Element, Colour | null>): Colour | null {
  const seen = known.get(element);
  if (seen !== undefined) return seen;
  const { backgroundColor, backgroundImage } = view.getComputedStyle(element);
  const below = element.parentElement ? groundOf(element.parentElement, view, known) : null;
  const own = colourOf(backgroundColor);
  const hasPicture = backgroundImage !== "" && backgroundImage !== "none";
  const ground = hasPicture || !below ? null : own && own[3] > 0 ? over(own, below) : below;
  known.set(element, ground);
  return ground;
}

function recolour(element: HTMLElement, [red, green, blue]: Colour): void {
  const { style } = element;
  element.setAttribute(
    mark,
    `${style.getPropertyValue("color")} ${style.getPropertyPriority("color")}`.trim(),
  );
  style.setProperty("color", `rgb(${red}, ${green}, ${blue})`, "important");
}

function restore(element: HTMLElement): void {
  const own = element.getAttribute(mark) ?? "";
  element.removeAttribute(mark);
  const isImportant = own.endsWith("important");
  element.style.setProperty("color", own.replace(/\s*important$/, ""), isImportant ? "important" : "");
}

/** Of a computed style; null where it is in a form that is not plain red, green and blue. */
function colourOf(computed: string): Colour | null {
  const numbers = /^rgba?\(([^)]*)\)$/
    .exec(computed)?.[1]
    ?.match(/[\d.]+/g)
    ?.map(Number);
  if (computed === "transparent") return [0, 0, 0, 0];
  const [red, green, blue, alpha = 1] = numbers ?? [];
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue, alpha];
}

function over([red, green, blue, alpha]: Colour, ground: Colour): Colour {
  const mixed = (own: number, below: number) => own * alpha + below * (1 - alpha);
  return [mixed(red, ground[0]), mixed(green, ground[1]), mixed(blue, ground[2]), 1];
}

/** From 1 to 21, as WCAG counts it. */
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
