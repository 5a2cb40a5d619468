import type { BookId } from "#shared/books/book.ts";
import { getOptimizedReaderUrl } from "#shared/reader/optimized-reader.ts";

/** A page of a book in the optimized reader. */
export interface PageTarget {
  readonly spineIndex: number;
  /** From 1. */
  readonly part?: number;
  /** An anchor on the page. */
  readonly anchor?: string;
}

export interface PageOptions {
  readonly pictures: boolean;
  readonly typeface: boolean;
}

export const getOptimizedBookUrl = (bookId: BookId, { pictures, typeface }: PageOptions) =>
  `${getOptimizedReaderUrl(bookId)}${pictures ? "&pictures=1" : ""}${typeface ? "&typeface=1" : ""}`;

/** The URL of a page of the optimized reader. */
export function getOptimizedPageUrl(
  bookId: BookId,
  pageOptions: PageOptions,
  { spineIndex, part = 1, anchor }: PageTarget,
): string {
  return [
    getOptimizedBookUrl(bookId, pageOptions),
    `&chapter=${spineIndex + 1}`,
    part > 1 ? `&part=${part}` : "",
    anchor ? `#${encodeURIComponent(anchor.toWellFormed())}` : "",
  ].join("");
}
