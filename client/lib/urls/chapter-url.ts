import type { BookId } from "#shared/books/book.ts";

/** The reader at an entry of the table of contents: `?chapter=1` is the first. */
export function getChapterUrl(bookId: BookId, index: number): string {
  return `/read/${bookId}?chapter=${index + 1}`;
}

/** The requested entry of the table of contents, from 0; null for none. */
export function getRequestedChapter(search: string): number | null {
  const number = new URLSearchParams(search).get("chapter") ?? "";
  return /^[1-9]\d{0,5}$/.test(number) ? Number(number) - 1 : null;
}
