import type { BookId } from "#shared/books/book.ts";

export const getLocalBookUrl = (bookId: BookId): string => `/read/local/${bookId}`;
