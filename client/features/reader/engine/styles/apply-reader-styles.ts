import { makeStylesResponsive } from "./responsive-styles.ts";
import { turnVerticalPagesDown } from "./turn-vertical-pages-down.ts";

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
