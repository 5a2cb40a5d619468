import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { removeDoctypeDeclarations } from "#shared/epub/sanitize/document-type.ts";
import { type SanitizedDocument, sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { type BookFiles, createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { getBlocks } from "#shared/epub/sanitize/write-document.ts";
import { splitSentences } from "#shared/reader/sentences.ts";
import { getSentenceRanges } from "#server/epub/media-overlay-export/page-ranges.ts";
import { readCrengineTree } from "./crengine-tree.ts";
import { findMarkupOffset, writeXPointer, type XPointer } from "./xpointer.ts";

/** A page and what to find in it, as plain data for a worker. */
export interface PageLocation {
  readonly content: Uint8Array;
  readonly path: string;
  readonly files: BookFiles;
  readonly find:
    | { readonly type: "sentence"; readonly pointer: XPointer }
    | { readonly type: "xpointer"; readonly sentence: number; readonly fragment: number | null }
    /** The paragraph of a sentence and its number there, both from 1: `12.3`. */
    | { readonly type: "paragraph"; readonly sentence: number }
    | { readonly type: "sentence-of-paragraph"; readonly paragraph: number; readonly number: number };
}

/**
 * Finds the number of a sentence by another way to name its place, or the other way round.
 *
 * @returns null in a page without sentences or without that sentence
 */
export function locateInPage({ content, path, files, find }: PageLocation): number | string | null {
  const source = decodeText(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  const markup = removeDoctypeDeclarations(source);
  const page = sanitizeDocument(source, createUrlResolver(path, getFileIndex(files)), true);
  if (find.type === "paragraph") return toParagraph(page, find.sentence);
  if (find.type === "sentence-of-paragraph") return findInParagraph(page, find.paragraph, find.number);
  const body = readCrengineTree(markup);
  if (!body) return null;
  const ranges = getSentenceRanges(page);
  if (find.type === "xpointer") {
    const start = ranges.get(find.sentence)?.[0]?.start;
    return start === undefined ? null : writeXPointer(body, start, find.fragment);
  }
  const offset = findMarkupOffset(body, find.pointer);
  return findSentenceNumber(ranges, offset);
}

/** The sentence at an offset: the first one that ends after it, else the last. */
function findSentenceNumber(ranges: ReturnType<typeof getSentenceRanges>, offset: number): number | null {
  let last: number | null = null;
  for (const [number, pieces] of [...ranges].sort(([a], [b]) => a - b)) {
    const end = pieces.at(-1)?.end;
    if (end === undefined) continue;
    if (end > offset) return number;
    last = number;
  }
  return last;
}

const countSentences = (page: SanitizedDocument) =>
  getBlocks(page).map(({ text }) => splitSentences(text).length);

function toParagraph(page: SanitizedDocument, sentence: number): string | null {
  let before = 0;
  for (const [index, count] of countSentences(page).entries()) {
    if (sentence < before + count) return `${index + 1}.${sentence - before + 1}`;
    before += count;
  }
  return null;
}

function findInParagraph(page: SanitizedDocument, paragraph: number, number: number): number | null {
  const counts = countSentences(page);
  const count = counts[paragraph - 1];
  if (count === undefined) return null;
  const before = counts.slice(0, paragraph - 1).reduce((sum, each) => sum + each, 0);
  return before + Math.min(Math.max(1, number), count) - 1;
}
