import { createPage, type EntryKind } from "#shared/epub/sanitize/create-page.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { sanitizeCss } from "#shared/epub/sanitize/sanitize-css.ts";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { sanitizeXml } from "#shared/epub/sanitize/sanitize-xml.ts";
import { type BookFiles, createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { writeDocument, writeSvg } from "#shared/epub/sanitize/write-document.ts";
import { createOptimizedPage, type OptimizedOptions } from "#server/epub/text/optimized-page.ts";
import { getPagePassages } from "#server/epub/text/quran-passages.ts";
import { createSpokenDocument, type SpeechExtraction } from "#server/epub/text/spoken-document.ts";
import { getQuranIndex } from "#server/quran-detection/quran-index.ts";

/** A file to be prepared for a reader, as plain data for a worker. */
export interface Preparation {
  readonly kind: EntryKind;
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
  const getText = () => decodeText(content);
  if (kind === "css") return sanitizeCss(getText(), urls.style);
  if (kind === "svg") return writeSvg(sanitizeDocument(getText(), urls));
  if (kind === "xml") return sanitizeXml(getText());
  const page = createPage(path, mediaType, () => sanitizeDocument(getText(), urls));
  if (findsQuranPassages) return JSON.stringify(getPagePassages(page, getQuranIndex()));
  if (speechExtraction) return JSON.stringify(createSpokenDocument(page, speechExtraction, getQuranIndex()));
  if (optimized) return JSON.stringify(createOptimizedPage(page, spineIndex ?? 0, blocks, optimized));
  return writeDocument(page, { spineIndex, blocks });
}
