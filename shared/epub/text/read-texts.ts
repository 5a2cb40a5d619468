import type { Reason } from "#shared/api/problem.ts";
import type { Archive } from "#shared/epub/archive.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { toLine } from "#shared/epub/package/metadata.ts";
import type { EpubPackage } from "#shared/epub/package/read-opf.ts";
import type { SpineDocument } from "#shared/epub/package/spine.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { type SanitizedDocument, sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, type FileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { getBlocks } from "#shared/epub/sanitize/write-document.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { collapseSpace, splitSentences } from "#shared/reader/sentences.ts";
import { type Fragments, getFragments } from "./fragments.ts";

/** The text blocks of a document. */
export type BlockSizes = ReadonlyArray<{ readonly words: number; readonly sentences: number }>;

/** The text of one spine document. */
export interface DocumentText {
  readonly sentences: readonly string[];
  readonly blocks: BlockSizes;
  readonly wordCount: number;
  /** The first heading; empty for none. */
  readonly heading: string;
  /** Null when no elements were requested. */
  readonly fragments: Fragments | null;
  readonly isDamaged: boolean;
  /** Why it cannot be shown; null when it can. */
  readonly warning: Reason | null;
}

/** Element ids by page path. */
export type RequiredFragments = ReadonlyMap<string, ReadonlySet<string>>;

const emptyText: DocumentText = {
  sentences: [],
  blocks: [],
  wordCount: 0,
  heading: "",
  fragments: null,
  isDamaged: false,
  warning: null,
};

/**
 * Reads the text of every document; missing or damaged ones are empty.
 *
 * @param requested elements to find on the way
 * @throws {UnreadableEpubError} when nothing can be shown
 */
export async function readTexts(
  archive: Archive,
  book: EpubPackage,
  files: FileIndex,
  limits: EpubLimits,
  requested: RequiredFragments = new Map(),
): Promise<DocumentText[]> {
  const texts: DocumentText[] = [];
  for (const document of book.spine) {
    texts.push(await readText(archive, document, files, limits, requested.get(document.source)));
  }
  if (texts.every(({ isDamaged }, index) => isDamaged || book.spine[index]?.isMissing)) {
    const reasons = texts.flatMap(({ warning }) => warning ?? []);
    const isTooLarge = reasons.every(({ code }) => code === "epub_part_too_large");
    throw new UnreadableEpubError((isTooLarge && reasons[0]) || "epub_no_readable_chapter");
  }
  return texts;
}

async function readText(
  archive: Archive,
  document: SpineDocument,
  files: FileIndex,
  limits: EpubLimits,
  requested: ReadonlySet<string> | undefined,
): Promise<DocumentText> {
  const entry = archive.entries.get(document.source);
  if (document.isMissing || !entry) return emptyText;
  if (document.path !== document.source) return emptyText;
  try {
    const markup = decodeText(await archive.read(entry, limits.document));
    const page = sanitizeDocument(markup, createUrlResolver(document.source, files));
    return { ...getDocumentText(page), fragments: requested ? getFragments(page, requested) : null };
  } catch {
    const code = entry.bytes > limits.document ? "epub_part_too_large" : "epub_part_damaged";
    return { ...emptyText, isDamaged: true, warning: { code, path: document.path.slice(0, 200) } };
  }
}

/** The text of a sanitized page. */
export function getDocumentText(document: SanitizedDocument): DocumentText {
  const blocks = getBlocks(document).map(({ text }) => {
    const sentences = splitSentences(text).map(({ start, end }) => collapseSpace(text.slice(start, end)));
    return { sentences, words: countWords(text) };
  });
  return {
    ...emptyText,
    sentences: blocks.flatMap(({ sentences }) => sentences),
    blocks: blocks.map(({ sentences, words }) => ({ words, sentences: sentences.length })),
    wordCount: document.body.reduce(
      (sum, token) => sum + (token.type === "text" ? countWords(token.text) : 0),
      0,
    ),
    heading: getHeading(document),
  };
}

function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\S+/gu)) count++;
  return count;
}

function getHeading({ body }: SanitizedDocument): string {
  const start = body.findIndex((token) => token.type === "open" && /^h[1-6]$/.test(token.name));
  if (start < 0) return "";
  const rest = body.slice(start);
  const end = rest.findIndex((token) => token.type === "close" && /^h[1-6]$/.test(token.name));
  const words = rest.slice(0, end < 0 ? rest.length : end).map((token) => {
    if (token.type === "text") return token.text;
    return token.type === "void" && token.name === "br" ? " " : "";
  });
  return toLine(words.join(""), 500);
}
