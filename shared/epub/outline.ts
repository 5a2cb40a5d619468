import type { TocItem } from "#shared/reader/contract.ts";
import type { EpubPackage } from "./package/read-opf.ts";
import { splitTocHref } from "./package/resolve-href.ts";
import { addTocSentences } from "./package/toc-sentences.ts";
import type { DocumentText } from "./text/read-texts.ts";

/** A spine document and its content. */
export interface ParsedSpineItem {
  readonly index: number;
  readonly path: string;
  readonly isLinear: boolean;
  readonly isMissing: boolean;
  readonly wordCount: number;
  readonly mediaType: string;
  readonly sentenceCount: number;
}

const wordsPerPage = 250;

/** The spine with the size of each document. */
export const listSpineItems = (book: EpubPackage, documents: readonly DocumentText[]): ParsedSpineItem[] =>
  documents.map((document, index) => toSpineItem(book, document, index));

function toSpineItem(book: EpubPackage, document: DocumentText, index: number): ParsedSpineItem {
  const { path = "", isLinear = true, isMissing = true, mediaType = "" } = book.spine[index] ?? {};
  return {
    index,
    path,
    isLinear,
    isMissing: isMissing || document.isDamaged,
    wordCount: document.wordCount,
    mediaType,
    sentenceCount: document.sentences.length,
  };
}

/** The ids of the elements at which entries of the table of contents start, by path. */
export function listTocElements(
  toc: readonly TocItem[],
  found = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
  for (const { href, children } of toc) {
    const { path, fragment } = splitTocHref(href);
    if (path !== "") found.set(path, (found.get(path) ?? new Set()).add(fragment));
    listTocElements(children, found);
  }
  return found;
}

/** The table of contents with sentences; of the first headings for a book without one. */
export const completeToc = (
  toc: readonly TocItem[],
  book: EpubPackage,
  documents: readonly DocumentText[],
): TocItem[] =>
  toc.length > 0 ? addTocSentences(toc, book, documents) : createTocFromHeadings(book, documents);

function createTocFromHeadings(book: EpubPackage, documents: readonly DocumentText[]): TocItem[] {
  return documents.flatMap(({ heading }, index) => {
    const document = book.spine[index];
    return heading && document ? [{ label: heading, href: document.path, children: [] }] : [];
  });
}

/** Estimated from the words unless each document is a page. */
export function estimatePages({ layout, spine }: EpubPackage, wordCount: number): number {
  if (layout === "pre-paginated") return spine.filter(({ isLinear }) => isLinear).length || spine.length;
  return Math.ceil(wordCount / wordsPerPage);
}

/** Enough text to guess the language. */
export function getTextStart(documents: readonly DocumentText[]): string {
  return documents
    .flatMap(({ sentences }) => sentences.slice(0, 100))
    .slice(0, 500)
    .join(" ");
}
