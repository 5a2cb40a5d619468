import type { Loader } from "foliate-js/epub.js";
import type { Ebook } from "#shared/reader/contract.ts";

const displayableTypes =
  /^(?:image\/(?:gif|jpeg|png|svg\+xml|webp|avif)|audio\/|video\/|text\/|font\/|application\/(?:xhtml\+xml|font|vnd\.ms-opentype|x-font|smil|x-dtbncx))/;

export interface Package {
  readonly text: string;
  readonly substitutes: ReadonlyMap<string, string>;
  readonly fixed: ReadonlyMap<number, boolean>;
}

/**
 * Parses the package document and fixes manifest items without a URL or a type, which foliate-js cannot
 * handle.
 *
 * @throws {EntryError} when the file fails to load
 */
export async function readPackage(ebook: Ebook, { loadText }: Loader): Promise<Package> {
  const opf = new DOMParser().parseFromString((await loadText(ebook.packagePath)) ?? "", "application/xml");
  const items = Array.from(opf.getElementsByTagName("*")).filter((element) => element.localName === "item");
  const byId = new Map<string, Element>();
  for (const item of items) {
    if (!item.getAttribute("href") || !item.getAttribute("media-type")) item.remove();
    else byId.set(item.getAttribute("id") ?? "", item);
    // The server sends the contents: foliate-js need not load them.
    if (/\bnav\b/.test(item.getAttribute("properties") ?? "")) item.removeAttribute("properties");
  }

  const fixed = new Map<number, boolean>();
  for (const [index, item] of Array.from(opf.getElementsByTagNameNS("*", "itemref")).entries()) {
    const properties = item.getAttribute("properties")?.split(/\s+/) ?? [];
    if (properties.includes("rendition:layout-pre-paginated")) fixed.set(index, true);
    if (properties.includes("rendition:layout-reflowable")) fixed.set(index, false);
    // foliate-js knows only the oldest of these aliases.
    if (properties.some((name) => name === "page-spread-center" || name === "rendition:spread-none"))
      item.setAttribute("properties", "rendition:page-spread-center");
  }

  const substitutes = new Map<string, string>();
  for (const [id, item] of byId) {
    const substitute = getFallback(item, byId);
    if (substitute) substitutes.set(id, substitute);
  }

  return { text: new XMLSerializer().serializeToString(opf), substitutes, fixed };
}

/** Follows `fallback` to the first displayable item; stops at cycles. */
function getFallback(item: Element, byId: ReadonlyMap<string, Element>): string | null {
  const visited = new Set<Element>();
  for (let at: Element | undefined = item; at && !visited.has(at); ) {
    if (displayableTypes.test(at.getAttribute("media-type") ?? ""))
      return at === item ? null : at.getAttribute("id");
    visited.add(at);
    at = byId.get(at.getAttribute("fallback") ?? "");
  }
  return null;
}

/** A container file that points to the package document, which saves a request. */
export function createContainerDocument(packagePath: string): string {
  const path = packagePath.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${path}" media-type="application/oebps-package+xml"/></rootfiles></container>`;
}
