import type { BookId } from "#shared/books/book.ts";
import { getOptimizedReaderUrl } from "#shared/reader/optimized-reader.ts";

/** A page of a book in the optimized reader. */
export interface Target {
  readonly spineIndex: number;
  /** From 1. */
  readonly part?: number;
  /** An anchor on the page. */
  readonly anchor?: string;
}

export interface Extras {
  readonly pictures: boolean;
  readonly typeface: boolean;
}

export const getOptimizedBookUrl = (bookId: BookId, { pictures, typeface }: Extras) =>
  `${getOptimizedReaderUrl(bookId)}${pictures ? "&pictures=1" : ""}${typeface ? "&typeface=1" : ""}`;

/** The URL of a page of the optimized reader. */
export function getOptimizedPageUrl(
  bookId: BookId,
  extras: Extras,
  { spineIndex, part = 1, anchor }: Target,
): string {
  return [
    getOptimizedBookUrl(bookId, extras),
    `&chapter=${spineIndex + 1}`,
    part > 1 ? `&part=${part}` : "",
    anchor ? `#${encodeURIComponent(anchor.toWellFormed())}` : "",
  ].join("");
}

export const getSignInUrl = (returnTo: string) => `/auth?returnTo=${encodeURIComponent(returnTo)}`;
