import type { BookQuery } from "#shared/books/contract.ts";

/** The URL of the browse page with filters. */
export function browseUrl(filters: Partial<BookQuery> = {}): string {
  const input = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return input.length ? `/browse?${new URLSearchParams(input)}` : "/browse";
}
