import { backLinks, getSemanticType } from "./note-reference.ts";

const notes = /(?:^|\s)(?:doc-)?(?:footnote|endnote|rearnote|note|biblioentry|glossdef)(?:\s|$)/;

export function findNoteElement(target: Element): Element {
  const noteElement = target.closest("aside, li, dd, tr");
  if (notes.test(getSemanticType(target))) return target;
  if (noteElement && notes.test(getSemanticType(noteElement))) return noteElement;
  const term = target.closest("dt");
  if (term) return getDefinition(term) ?? term;
  const container = target.closest("aside, li, dd, p") ?? target;
  // Some books put an empty anchor before the note, others one in its own paragraph.
  return (container.textContent ?? "").trim() ? container : (container.nextElementSibling ?? container);
}

function getDefinition(term: Element): Element | null {
  let next = term.nextElementSibling;
  while (next?.localName.toLowerCase() === "dt") next = next.nextElementSibling;
  return next;
}

const allowedTags = new Set(
  "p div span em strong i b u small sub sup br ol ul li dl dt dd blockquote cite q code bdi bdo ruby rt rp abbr h1 h2 h3 h4 h5 h6 table tbody thead tr td th".split(
    " ",
  ),
);

export interface CopyOptions {
  /** The URL of an image of the book; null for external images. */
  readonly getImageUrl: (href: string) => string | null;
  readonly onFollow: (link: HTMLAnchorElement, href: string) => void;
}

export function copyPlain(note: Node, targetDocument: Document, options: CopyOptions): DocumentFragment {
  const fragment = targetDocument.createDocumentFragment();
  for (const child of note.childNodes) {
    if (child.nodeType === 3) fragment.append(child.nodeValue ?? "");
    else if (child.nodeType === 1) appendCopy(child as Element, fragment, targetDocument, options);
  }
  return fragment;
}

function appendCopy(
  element: Element,
  parent: ParentNode & Node,
  targetDocument: Document,
  options: CopyOptions,
): void {
  const name = element.localName.toLowerCase();
  if (backLinks.test(getSemanticType(element)) || name === "script" || name === "style") return;
  if (name === "img" || name === "image") {
    const image = createImage(element, targetDocument, options);
    if (image) parent.append(image);
    return;
  }
  const href = name === "a" ? element.getAttribute("href") : null;
  if (!allowedTags.has(name) && !href) {
    parent.append(copyPlain(element, targetDocument, options));
    return;
  }
  const copy = href ? createLink(href, targetDocument, options) : targetDocument.createElement(name);
  for (const attribute of ["dir", "lang"]) {
    const value = element.getAttribute(attribute);
    if (value) copy.setAttribute(attribute, value);
  }
  copy.append(copyPlain(element, targetDocument, options));
  parent.append(copy);
}

/** Without `href`, which a middle click would open as a page of the app. */
function createLink(href: string, targetDocument: Document, { onFollow }: CopyOptions): HTMLAnchorElement {
  const link = targetDocument.createElement("a");
  link.role = "link";
  link.tabIndex = 0;
  link.className = "cursor-pointer text-primary underline underline-offset-2";
  link.addEventListener("click", () => onFollow(link, href));
  link.addEventListener("keydown", ({ key }) => key === "Enter" && onFollow(link, href));
  return link;
}

const xlinkNamespace = "http://www.w3.org/1999/xlink";

function createImage(
  element: Element,
  targetDocument: Document,
  { getImageUrl }: CopyOptions,
): HTMLImageElement | null {
  const href =
    element.getAttribute("src") ??
    element.getAttribute("href") ??
    element.getAttributeNS(xlinkNamespace, "href");
  const url = href && getImageUrl(href);
  if (!url) return null;
  const image = targetDocument.createElement("img");
  image.src = url;
  image.alt = element.getAttribute("alt") ?? "";
  image.className = "inline-block h-auto max-w-full";
  return image;
}
