/** Smaller pictures are ornaments, in CSS pixels. */
const minSide = 80;

/** Marks pictures and shrunk tables, which open large on a tap and by Enter. */
export function markZoomable(doc: Document): void {
  if (doc.documentElement.classList.contains("mk-full-page-image")) return;
  for (const picture of doc.querySelectorAll<HTMLElement | SVGElement>("img, svg:not(svg svg)")) {
    const { width, height } = picture.getBoundingClientRect();
    if (width < minSide || height < minSide || picture.closest("a[href], math")) continue;
    mark(picture);
  }
  for (const table of doc.querySelectorAll<HTMLElement>("table:is(.mk-small, .mk-smaller, .mk-scrolls)"))
    mark(table);
}

function mark(element: HTMLElement | SVGElement): void {
  element.classList.add("mk-zoom");
  element.tabIndex = 0;
}
