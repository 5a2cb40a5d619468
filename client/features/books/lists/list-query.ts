import type { BookQuery } from "#shared/books/contract.ts";
import { preferBooksIn } from "#shared/books/language.ts";
import type { BrowseFilters } from "#client/features/books/search/browse-filters.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";

export const booksPerPage = 24;

/** The query of a page of books; books in the interface language come first unless an order was chosen. */
export function toListQuery(filters: BrowseFilters): BookQuery {
  const isOrdered = filters.sortBy !== undefined || filters.search || filters.language;
  return { ...filters, ...(!isOrdered && preferBooksIn(getPageLanguage())), limit: booksPerPage };
}
