import { svgType, xhtmlType } from "#shared/epub/package/media-types.ts";
import { getRelativeReference } from "#shared/epub/package/resolve-href.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { sanitizeCss } from "#shared/epub/sanitize/sanitize-css.ts";
import {
  type SanitizedDocument,
  sanitizeDocument,
  type Token,
} from "#shared/epub/sanitize/sanitize-document.ts";
import { sanitizeXml } from "#shared/epub/sanitize/sanitize-xml.ts";
import { type BookFiles, createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { writeDocument, writeSvg } from "#shared/epub/sanitize/write-document.ts";
import { escapeAttribute } from "#shared/epub/sanitize/write-markup.ts";
import { createOptimizedPage, type OptimizedOptions } from "#server/epub/text/optimized-page.ts";
import { getPagePassages } from "#server/epub/text/quran-passages.ts";
import { createSpokenDocument, type SpeechExtraction } from "#server/epub/text/spoken-document.ts";
import { getQuranIndex } from "#server/quran-detection/quran-index.ts";

/** A file to be prepared for a reader, as plain data for a worker. */
export interface Preparation {
  readonly kind: "page" | "svg" | "css" | "xml";
  /** The page is a JSON-encoded `OptimizedPage`. */
  readonly optimized?: OptimizedOptions;
  /** Only the Qur'an passages of a page, as JSON of `SentencePassage`s. */
  readonly findsQuranPassages?: true;
  /** Only the text for text-to-speech, as JSON of a `SpokenDocument`. */
  readonly speechExtraction?: SpeechExtraction;
  readonly content: Uint8Array;
  readonly path: string;
  readonly mediaType: string;
  /** For spine documents; others have no sentences. */
  readonly spineIndex: number | null;
  /** Ends a page after a number of text blocks; null for no limit. */
  readonly blocks: number | null;
  readonly files: BookFiles;
}

export function prepareDocument({
  kind,
  content,
  path,
  mediaType,
  spineIndex,
  blocks,
  files,
  optimized,
  findsQuranPassages,
  speechExtraction,
}: Preparation): string {
  const urls = createUrlResolver(path, getFileIndex(files));
  const getText = () => decodeText(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  if (kind === "css") return sanitizeCss(getText(), urls.style);
  if (kind === "svg") return writeSvg(sanitizeDocument(getText(), urls));
  if (kind === "xml") return sanitizeXml(getText());
  const page = getPage(path, mediaType, () => sanitizeDocument(getText(), urls));
  if (findsQuranPassages) return JSON.stringify(getPagePassages(page, getQuranIndex()));
  if (speechExtraction) return JSON.stringify(createSpokenDocument(page, speechExtraction, getQuranIndex()));
  if (optimized) return JSON.stringify(createOptimizedPage(page, spineIndex ?? 0, blocks, optimized));
  return writeDocument(page, { spineIndex, blocks });
}

function getPage(path: string, mediaType: string, read: () => SanitizedDocument): SanitizedDocument {
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
