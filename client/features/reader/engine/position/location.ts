import { type Chapter, findChapterAfter, findChapterAt } from "#client/features/reader/chapters.ts";
import type { Notice, OpenSection } from "#client/features/reader/engine/document/sections.ts";
import type { PositionedRelocation, Renderer } from "#client/features/reader/engine/layout/renderer.ts";
import { getBookFraction } from "#client/features/reader/progress.ts";
import { findFirstVisibleChar } from "./first-visible-char.ts";
import { findElement, findSentenceAt, getCfi } from "./resolve-target.ts";
import type { Span } from "./span.ts";

export interface Location {
  readonly section: number;
  /** Fraction of the whole book at the top of the page; 1 on the last page. */
  readonly fraction: number;
  readonly cfi: string;
  /** The first sentence on the page; null where the document has none. */
  readonly sentence: string | null;
  readonly chapter: Chapter | null;
  readonly pagesLeftInChapter: number;
  readonly wordsLeftInChapter: number;
  readonly wordsLeftInBook: number;
  readonly wordsOnPage: number;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** A fixed-layout page that fills the window. */
  readonly isFixed: boolean;
  readonly notice: Notice | null;
}

export interface BookStructure {
  readonly sections: readonly OpenSection[];
  readonly weights: readonly number[];
  readonly chapters: readonly Chapter[];
}

interface Pages {
  /** From 0. */
  readonly page: number;
  readonly pages: number;
}

export function getLocation(
  at: PositionedRelocation,
  renderer: Renderer,
  structure: BookStructure,
): Location | null {
  const { sections, weights, chapters } = structure;
  const section = sections[at.index];
  if (!section) return null;

  const doc = findDocument(renderer, at.documentIndex);
  const pages = getPages(renderer, at.span);
  const fraction = Number.isFinite(at.fraction) ? Math.min(1, Math.max(0, at.fraction)) : 0;
  const hasBegun = ({ fragment }: Chapter) => fragment === null || hasStartedBy(doc, fragment, at);
  const chapter = findChapterAt(chapters, at.index, hasBegun);
  const remaining = getRemainingInChapter(at.index, fraction, pages, chapter, {
    renderer,
    doc,
    structure,
    at,
  });
  const isAtEnd = at.span.to >= 1 && isLastLinear(sections, at.last) && isAtEdge(renderer, 1);
  const words = weights[at.index] ?? 0;

  return {
    section: at.index,
    fraction: isAtEnd && !section.notice ? 1 : getBookFraction(weights, at.index, fraction),
    cfi: getCfi(section, at.range),
    sentence: doc && findSentenceAt(doc, at.range),
    chapter,
    pagesLeftInChapter: isAtEnd ? 0 : remaining.pages,
    wordsLeftInChapter: remaining.words,
    wordsLeftInBook: countWordsBetween(weights, at.index, weights.length) - fraction * words,
    wordsOnPage: pages.pages ? words / pages.pages : words,
    isAtStart: at.span.from <= 0 && isFirstLinear(sections, at.index) && isAtEdge(renderer, -1),
    isAtEnd,
    isFixed: section.isFixed,
    notice: section.notice,
  };
}

/** The document of a section, if it is visible. */
export function findDocument(renderer: Renderer, sectionIndex: number): Document | null {
  const contents = renderer.getContents();
  const found = contents.find((content) => content.index === sectionIndex);
  return (found ?? contents.findLast(({ doc }) => doc && doc.URL !== "about:blank"))?.doc ?? null;
}

function getPages(renderer: Renderer, { from, to }: Span): Pages {
  const { page, pages } = getShownPages(renderer);
  const totalPages = to > from ? pages / (to - from) : pages;
  return { page: from * totalPages + page, pages: totalPages };
}

function getShownPages({ pages, page, scrolled, viewSize = 0, size = 0, start = 0 }: Renderer): Pages {
  if (scrolled && size) return { page: Math.floor(start / size), pages: Math.max(1, viewSize / size) };
  if (pages === undefined || page === undefined) return { page: 0, pages: 1 };
  return { page: Math.max(0, page - 1), pages: Math.max(1, pages - 2) };
}

export function isBetweenDocuments({
  scrolled,
  page,
  pages,
}: Pick<Renderer, "scrolled" | "page" | "pages">): boolean {
  if (scrolled || page === undefined || pages === undefined || pages <= 2) return false;
  return page <= 0 || page >= pages - 1;
}

interface PageContext {
  readonly renderer: Renderer;
  readonly doc: Document | null;
  readonly structure: BookStructure;
  readonly at: PositionedRelocation;
}

function getRemainingInChapter(
  index: number,
  fraction: number,
  { page, pages }: Pages,
  chapter: Chapter | null,
  { renderer, doc, at, structure: { weights, chapters } }: PageContext,
): { readonly pages: number; readonly words: number } {
  const next = findChapterAfter(chapters, chapter);
  const words = weights[index] ?? 0;

  const endPage =
    next?.section === index ? findPageOfFragment(renderer, doc, next.fragment, at, pages) : null;
  if (endPage !== null) {
    return {
      pages: Math.max(0, Math.floor(endPage - page) - 1),
      words: Math.max(0, (endPage / pages - fraction) * words),
    };
  }

  const later = countWordsBetween(weights, index + 1, next?.section ?? weights.length);
  const laterPages = words ? later / (words / pages) : 0;
  return {
    pages: Math.max(0, Math.ceil(pages - page - 1 + laterPages)),
    words: (1 - fraction) * words + later,
  };
}

/** The page, from 0 and fractional, on which an element starts. */
function findPageOfFragment(
  renderer: Renderer,
  doc: Document | null,
  fragment: string | null,
  { span, getFraction }: PositionedRelocation,
  pages: number,
): number | null {
  if (!fragment) return null;
  const visiblePage = findVisiblePage(renderer, doc, fragment);
  if (visiblePage !== null) return span.from * pages + visiblePage;
  const fraction = getFraction((whole) => findElement(whole, fragment));
  return fraction === null ? null : fraction * pages;
}

function findVisiblePage(renderer: Renderer, doc: Document | null, fragment: string): number | null {
  const element = doc && findElement(doc, fragment);
  const view = doc?.defaultView;
  if (!element || !view || !renderer.size) return null;

  const { left, right, top } = element.getBoundingClientRect();
  const { writingMode, direction } = view.getComputedStyle(doc.body);
  const isVertical = writingMode.startsWith("vertical");
  if (renderer.scrolled) return (isVertical ? view.innerWidth - right : top) / renderer.size;
  if (isVertical) return top / renderer.size;
  return (direction === "rtl" ? view.innerWidth - right : left) / renderer.size;
}

function hasStartedBy(
  doc: Document | null,
  fragment: string,
  { range, span, getFraction }: PositionedRelocation,
): boolean {
  const element = doc && findElement(doc, fragment);
  if (!element) return (getFraction((whole) => findElement(whole, fragment)) ?? 0) <= span.from;
  if (!range) return true;
  const { startContainer: first } = findFirstVisibleChar(range);
  if (first === element) return true;
  return (element.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

export function isAtEdge(renderer: Renderer, direction: 1 | -1): boolean {
  const { scrolled, viewSize = 0, start = 0, end = 0, page, pages } = renderer;
  if (scrolled) return direction === 1 ? viewSize - end <= 2 : start <= 0;
  if (page === undefined || pages === undefined) return true;
  return direction === 1 ? page >= pages - 2 : page <= 1;
}

function isFirstLinear(sections: readonly OpenSection[], index: number): boolean {
  return sections.slice(0, index).every(({ linear }) => linear === "no");
}

function isLastLinear(sections: readonly OpenSection[], index: number): boolean {
  return sections.slice(index + 1).every(({ linear }) => linear === "no");
}

function countWordsBetween(weights: readonly number[], from: number, to: number): number {
  return weights.slice(from, Math.max(from, to)).reduce((total, weight) => total + weight, 0);
}
