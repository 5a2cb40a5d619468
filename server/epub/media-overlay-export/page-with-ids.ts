import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { isXml, sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { type BookFiles, createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { writeDocument } from "#shared/epub/sanitize/write-document.ts";
import { type MarkedPage, markPage, type RequiredIds } from "./add-sentence-ids.ts";
import { readRaw } from "./raw-document.ts";

/** A page to be processed, as plain data for a worker. */
export interface PageTask {
  readonly content: Uint8Array;
  readonly path: string;
  readonly files: BookFiles;
  readonly requiredIds: RequiredIds;
}

/** Adds sentence ids to a page. Well-formed pages keep every other byte; others are serialized again. */
export function writePageWithIds({ content, path, files, requiredIds }: PageTask): MarkedPage {
  const source = decodeText(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  const urls = createUrlResolver(path, getFileIndex(files));
  const raw = isXml(source) ? readRaw(source) : null;
  if (raw) {
    const markedPage = markPage(raw, sanitizeDocument(source, urls, true), requiredIds);
    return { ...markedPage, markup: declareUtf8(markedPage.markup) };
  }
  const rewritten = writeDocument(sanitizeDocument(source, urls), { spineIndex: null, blocks: null });
  const rewrittenRaw = readRaw(rewritten);
  if (!rewrittenRaw) throw new Error(`A page cannot be written: ${path}`);
  return markPage(rewrittenRaw, sanitizeDocument(rewritten, urls, true), requiredIds);
}

function declareUtf8(markup: string): string {
  return markup
    .replace(/^(\s*<\?xml[^>]*?\bencoding\s*=\s*["'])[\w:.-]+(["'])/i, "$1utf-8$2")
    .replace(/^([\s\S]{0,4000}?<meta[^>]+\bcharset\s*=\s*["']?)[\w:.-]+/i, "$1utf-8");
}
