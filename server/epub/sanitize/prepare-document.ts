import { svgType, xhtmlType } from "#server/epub/package/media-types.ts";
import { relativeReference } from "#server/epub/package/resolve-href.ts";
import { type OptimizedOptions, optimizedPage } from "#server/epub/text/optimized-page.ts";
import { getPagePassages } from "#server/epub/text/quran-passages.ts";
import { type SpeechExtraction, spokenDocument } from "#server/epub/text/tts-text.ts";
import { quranIndex } from "#server/quran-detection/quran-index.ts";
import { decodeText } from "./decode-text.ts";
import { sanitizeCss } from "./sanitize-css.ts";
import { type SanitizedDocument, sanitizeDocument, type Token } from "./sanitize-document.ts";
import { sanitizeXml } from "./sanitize-xml.ts";
import { type BookFiles, createUrlResolver, fileIndex } from "./url-policy.ts";
import { writeDocument, writeSvg } from "./write-document.ts";
import { escapeAttribute } from "./write-markup.ts";

/** A file of the book on its way to a reader. Plain data, so that another thread may do it. */
export interface Preparation {
  readonly as: "page" | "drawing" | "sheet" | "xml";
  /** The page is a JSON-encoded `OptimizedPage`. */
  readonly light?: OptimizedOptions;
  /** Of a page nothing is written but what in it is of the Qur'an, as the JSON of `SentencePassage`s. */
  readonly isSearched?: true;
  /** Of a page nothing is written but how it is read aloud, as the JSON of a `SpokenDocument`. */
  readonly telling?: SpeechExtraction;
  readonly content: Uint8Array;
  readonly path: string;
  readonly mediaType: string;
  /** Of a page of the reading order; null for any other, which has no sentences. */
  readonly spineIndex: number | null;
  /** Ends a page after so many blocks of text; null for the whole. */
  readonly blocks: number | null;
  readonly files: BookFiles;
}

export function prepareDocument({
  as,
  content,
  path,
  mediaType,
  spineIndex,
  blocks,
  files,
  light,
  isSearched,
  telling,
}: Preparation): string {
  const addresses = createUrlResolver(path, fileIndex(files));
  const text = () => decodeText(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  if (as === "sheet") return sanitizeCss(text(), addresses.style);
  if (as === "drawing") return writeSvg(sanitizeDocument(text(), addresses));
  if (as === "xml") return sanitizeXml(text());
  const page = getPage(path, mediaType, () => sanitizeDocument(text(), addresses));
  if (isSearched) return JSON.stringify(getPagePassages(page, quranIndex()));
  if (telling) return JSON.stringify(spokenDocument(page, telling, quranIndex()));
  if (light) return JSON.stringify(optimizedPage(page, spineIndex ?? 0, blocks, light));
  return writeDocument(page, { spineIndex, blocks });
}

function getPage(path: string, mediaType: string, read: () => SanitizedDocument): SanitizedDocument {
  if (mediaType !== xhtmlType && mediaType !== svgType) return pageAround(path);
  return mediaType === svgType ? pageOfDrawing(read()) : read();
}

/** A page of the size of its drawing, which fixed layouts go by. */
function pageOfDrawing({ body }: SanitizedDocument): SanitizedDocument {
  const drawing = body.find((token) => token.is === "open" && token.name === "svg");
  const attributes = drawing?.is === "open" ? drawing.attributes : "";
  const [, width, height] =
    / viewBox="\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/.exec(attributes) ?? [];
  const size = width && height ? `<meta name="viewport" content="width=${width}, height=${height}"/>` : "";
  return {
    htmlAttributes: "",
    head: [{ is: "raw", markup: size }],
    bodyAttributes: ' style="margin:0"',
    body,
  };
}

function pageAround(path: string): SanitizedDocument {
  const source = escapeAttribute(relativeReference(path, path));
  const attributes = ` src="${source}" alt="" style="max-width:100%;max-height:100vh"`;
  const body: Token[] = [{ is: "void", name: "img", attributes, isBlock: false }];
  return { htmlAttributes: "", head: [], bodyAttributes: ' style="margin:0;text-align:center"', body };
}
