import { makeStylesResponsive } from "./responsive-styles.ts";

/** Prepares a reflowable document for any page size and for our own styles, before layout. */
export function applyReaderStyles(doc: Document): void {
  makeStylesResponsive(doc);
  turnVerticalPagesDown(doc);
  for (const svg of doc.querySelectorAll("svg")) addViewBox(svg);
  doc.documentElement.classList.toggle("mk-full-page-image", isFullPageImage(doc));
}

function addViewBox(svg: SVGSVGElement): void {
  if (svg.hasAttribute("viewBox")) return;
  const [width = 0, height = 0] = ["width", "height"].map((side) => {
    const length = svg.getAttribute(side) ?? "";
    return /^[\d.]+(?:px)?$/.test(length) ? Number.parseFloat(length) : 0;
  });
  if (width > 0 && height > 0) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
}

function isFullPageImage({ body }: Document): boolean {
  const images = body?.querySelectorAll("img, svg") ?? [];
  const [image] = images;
  if (!image || images.length > 1 || body.querySelector("audio, video, table, object, math, input"))
    return false;
  return getWords(body) === getWords(image);
}

const getWords = ({ textContent }: Element) => (textContent ?? "").trim();

const rightToLeftLetters =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Moves a right-to-left direction from a vertical document to its blocks. Lines of a right-to-left document run
 * upwards when vertical, and so would its pages, but foliate-js turns vertical pages downwards only.
 */
function turnVerticalPagesDown(doc: Document): void {
  const { body, documentElement: root } = doc;
  if (!isVerticalAndRightToLeft(doc)) return;
  if (rightToLeftLetters.test(body.textContent ?? "")) {
    for (const block of body.querySelectorAll<HTMLElement>(":scope > :not([dir])")) block.dir = "rtl";
  }
  for (const element of [root, body]) {
    element.removeAttribute("dir");
    element.style.setProperty("direction", "ltr", "important");
  }
}

function isVerticalAndRightToLeft({ body, documentElement: root, defaultView: view }: Document): boolean {
  const frame = view?.frameElement as HTMLElement | null | undefined;
  const display = frame?.style.display ?? "";
  // Firefox computes no styles in a hidden frame.
  if (frame) frame.style.display = "block";
  const style = view?.getComputedStyle(body);
  const isVertical = style?.writingMode.startsWith("vertical") === true;
  const isRightToLeft = style?.direction === "rtl" || body.dir === "rtl" || root.dir === "rtl";
  if (frame) frame.style.display = display;
  return isVertical && isRightToLeft;
}
