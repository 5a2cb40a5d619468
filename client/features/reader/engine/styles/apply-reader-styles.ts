import { makeStylesResponsive } from "./responsive-styles.ts";

/** Prepares a reflowable document for any page size and for our own styles, before layout. */
export function applyReaderStyles(doc: Document): void {
  makeStylesResponsive(doc);
  for (const drawing of doc.querySelectorAll("svg")) completeDrawing(drawing);
  doc.documentElement.classList.toggle("mk-plate", isPlate(doc));
}

function completeDrawing(drawing: SVGSVGElement): void {
  if (drawing.hasAttribute("viewBox")) return;
  const [width = 0, height = 0] = ["width", "height"].map((side) => {
    const given = drawing.getAttribute(side) ?? "";
    return /^[\d.]+(?:px)?$/.test(given) ? Number.parseFloat(given) : 0;
  });
  if (width > 0 && height > 0) drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
}

function isPlate({ body }: Document): boolean {
  const pictures = body?.querySelectorAll("img, svg") ?? [];
  const [picture] = pictures;
  if (!picture || pictures.length > 1 || body.querySelector("audio, video, table, object, math, input"))
    return false;
  return getWords(body) === getWords(picture);
}

const getWords = ({ textContent }: Element) => (textContent ?? "").trim();
