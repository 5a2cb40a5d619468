/** Values of `epub:type` and `role` that mark note references. */
const references = /(?:^|\s)(?:doc-)?(?:noteref|biblioref|glossref)(?:\s|$)/;
export const backLinks = /(?:^|\s)(?:doc-)?backlink(?:\s|$)/;

const epubNamespace = "http://www.idpf.org/2007/ops";

export function isNoteReference(link: Element): boolean {
  const kind = getSemanticType(link);
  if (references.test(kind)) return true;
  if (backLinks.test(kind)) return false;
  const isSuperscript =
    link.closest("sup") !== null || link.querySelector("sup") !== null || hasSuperscriptStyle(link);
  return isSuperscript && (link.textContent ?? "").trim().length <= 6;
}

export function getSemanticType(element: Element): string {
  return `${element.getAttributeNS(epubNamespace, "type") ?? element.getAttribute("epub:type") ?? ""} ${element.getAttribute("role") ?? ""}`;
}

function hasSuperscriptStyle(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  return style?.verticalAlign === "super" || style?.verticalAlign === "top";
}
