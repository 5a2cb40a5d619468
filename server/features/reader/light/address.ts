import type { BookId } from "#shared/books/book.ts";
import { lightReaderAt } from "#shared/reader/light-reader.ts";

/** A page of a book in the light reader. */
export interface Target {
  readonly spineIndex: number;
  /** Counted from 1. */
  readonly part?: number;
  /** An anchor on the page. */
  readonly anchor?: string;
}

/** The address of a page of the light reader. */
export function lightAddress(
  bookId: BookId,
  hasPictures: boolean,
  { spineIndex, part = 1, anchor }: Target,
): string {
  return [
    lightReaderAt(bookId),
    hasPictures ? "&pictures=1" : "",
    `&chapter=${spineIndex + 1}`,
    part > 1 ? `&part=${part}` : "",
    anchor ? `#${encodeURIComponent(anchor.toWellFormed())}` : "",
  ].join("");
}

/** The sign-in, which leads back to a page. */
export const signInAt = (returnTo: string) => `/auth?returnTo=${encodeURIComponent(returnTo)}`;
