/** Pixels of a fixed-layout page. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const blank: PageSize = { width: 600, height: 800 };

/**
 * The intended size of a fixed-layout page: its viewport, its SVG, its only image, the package's viewport, or
 * its content.
 *
 * @param packageViewport the `rendition:viewport` of the package
 */
export function getPageSize(doc: Document, packageViewport: unknown): PageSize {
  const meta = doc.querySelector('meta[name="viewport" i]')?.getAttribute("content");
  return (
    parseSize(meta) ??
    getSvgSize(doc) ??
    parseSize(packageViewport) ??
    getImageSize(doc) ??
    getContentSize(doc)
  );
}

function parseSize(value: unknown): PageSize | null {
  if (typeof value !== "string") return null;
  const [width, height] = ["width", "height"].map((name) =>
    Number(new RegExp(`(?:^|[\\s,;])${name}\\s*=\\s*["']?([\\d.]+)`, "i").exec(value)?.[1]),
  );
  return getSize(width, height);
}

function getSvgSize({ documentElement }: Document): PageSize | null {
  if (documentElement.localName !== "svg") return null;
  const [, , width, height] = (documentElement.getAttribute("viewBox") ?? "").trim().split(/[\s,]+/);
  const lengths = ["width", "height"].map((name) =>
    Number.parseFloat(documentElement.getAttribute(name) ?? ""),
  );
  return getSize(Number(width), Number(height)) ?? getSize(lengths[0], lengths[1]);
}

function getImageSize(doc: Document): PageSize | null {
  const images = doc.querySelectorAll("img");
  if (images.length !== 1 || doc.body.textContent.trim()) return null;
  return getSize(images[0]?.naturalWidth, images[0]?.naturalHeight);
}

function getContentSize({ documentElement: { scrollWidth, scrollHeight } }: Document): PageSize {
  return getSize(scrollWidth, scrollHeight) ?? blank;
}

function getSize(width = 0, height = 0): PageSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
