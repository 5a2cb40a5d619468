import { svgType, xhtmlType } from "#shared/epub/package/media-types.ts";
import { getRelativeReference } from "#shared/epub/package/resolve-href.ts";
import type { SanitizedDocument, Token } from "./sanitize-document.ts";
import { escapeAttribute } from "./write-markup.ts";

/** How a file of a book is sanitized. */
export type EntryKind = "page" | "svg" | "css" | "xml";

/** Null for files that are used unchanged. */
export function getEntryKind(mediaType: string): EntryKind | null {
  if (mediaType === xhtmlType) return "page";
  if (mediaType === svgType) return "svg";
  if (mediaType === "text/css") return "css";
  return mediaType.endsWith("+xml") || mediaType === "application/xml" ? "xml" : null;
}

/** A document of the spine; drawings and pictures get a page. */
export function createPage(
  path: string,
  mediaType: string,
  read: () => SanitizedDocument,
): SanitizedDocument {
  if (mediaType !== xhtmlType && mediaType !== svgType) return wrapInPage(path);
  return mediaType === svgType ? createDrawingPage(read()) : read();
}

/** A page with the size of its SVG, which fixed layouts use. */
function createDrawingPage({ body }: SanitizedDocument): SanitizedDocument {
  const drawing = body.find((token) => token.type === "open" && token.name === "svg");
  const attributes = drawing?.type === "open" ? drawing.attributes : "";
  const [, width, height] =
    / viewBox="\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/.exec(attributes) ?? [];
  const size = width && height ? `<meta name="viewport" content="width=${width}, height=${height}"/>` : "";
  return {
    htmlAttributes: "",
    head: [{ type: "raw", markup: size }],
    bodyAttributes: ' style="margin:0"',
    body,
  };
}

function wrapInPage(path: string): SanitizedDocument {
  const source = escapeAttribute(getRelativeReference(path, path));
  const attributes = ` src="${source}" alt="" style="max-width:100%;max-height:100vh"`;
  const body: Token[] = [{ type: "void", name: "img", attributes, isBlock: false }];
  return { htmlAttributes: "", head: [], bodyAttributes: ' style="margin:0;text-align:center"', body };
}
