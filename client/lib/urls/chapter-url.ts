import type { BookId } from "#shared/books/book.ts";

/** The reader, opened at a line of the contents: `?chapter=1` is the first. */
export function chapterUrl(bookId: BookId, index: number): string {
  return `/read/${bookId}?chapter=${index + 1}`;
}

/** Which line of the contents an address asks for, counted from 0; null when it asks for none. */
export function getRequestedChapter(search: string): number | null {
  const given = new URLSearchParams(search).get("chapter") ?? "";
  return /^[1-9]\d{0,5}$/.test(given) ? Number(given) - 1 : null;
}
