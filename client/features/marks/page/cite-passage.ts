import type { BookDetail } from "#shared/books/contract.ts";
import { type CitedPlace, toCitedBook } from "#shared/marks/citation/cited-book.ts";
import { type CitationStyle, formatCitation } from "#shared/marks/citation/format-citation.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { findPrintedPage, type PrintedPage } from "#shared/reader/printed-page.ts";
import type { Passage } from "#client/features/corrections/index.ts";
import { type BookStructure, findChapterOfSentence } from "#client/features/reader/index.ts";

interface CitedPassage {
  readonly ebook: Pick<Ebook, "bookId" | "title" | "author" | "spine">;
  /** Undefined while offline or not loaded. */
  readonly detail: BookDetail | undefined;
  readonly chapters: BookStructure["chapters"];
  readonly passage: Pick<Passage, "sentence" | "quote">;
  /** The printed pages of the book; empty for none. */
  readonly pages?: readonly PrintedPage[];
}

export function citePassage(
  style: CitationStyle,
  { ebook, detail, chapters, passage, pages = [] }: CitedPassage,
): string {
  const { bookId, title, author, spine } = ebook;
  const unknown = { id: bookId, title, author, subtitle: "", publisher: "", publishedYear: null };
  const page = findPrintedPage(pages, passage.sentence);
  const book = toCitedBook(detail ?? { ...unknown, contributors: [] });
  return formatCitation(style, book, { page, ...getPlace(spine, chapters, passage.sentence) }, passage.quote);
}

function getPlace(
  spine: Ebook["spine"],
  chapters: BookStructure["chapters"],
  sentence: SentenceId,
): Pick<CitedPlace, "chapter" | "sentence"> {
  const { spineIndex, number } = readSentence(sentence);
  const chapter = findChapterOfSentence(chapters, spineIndex, number);
  const before = chapter
    ? spine
        .slice(chapter.section, spineIndex)
        .reduce((total, { sentenceCount }) => total + sentenceCount, -chapter.sentence)
    : 0;
  return { chapter: chapter?.label ?? null, sentence: before + number + 1 };
}
