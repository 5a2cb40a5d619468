import type { BookQuery } from "#shared/books/contract.ts";

/** The URL of the browse page with filters. */
export function browseUrl(filters: Partial<BookQuery> = {}): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return given.length ? `/browse?${new URLSearchParams(given)}` : "/browse";
}
