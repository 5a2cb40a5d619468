import type { BookQuery } from "#shared/books/contract.ts";

/** The URL of the browse page with filters. */
export function getBrowseUrl(filters: Partial<BookQuery> = {}): string {
  const parameters = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return parameters.length ? `/browse?${new URLSearchParams(parameters)}` : "/browse";
}
