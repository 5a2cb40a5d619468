import { useSearchParams } from "react-router-dom";
import { BookQuery, maxSearchLength } from "#shared/books/contract.ts";

export type BrowseFilters = Omit<BookQuery, "limit" | "cursor">;

const { limit: _limit, cursor: _cursor, ...fields } = BookQuery.shape;
const names = Object.keys(fields) as (keyof BrowseFilters)[];

/** The filters in a URL. Unknown values are ignored and long searches are cut. */
export function readFilters(params: URLSearchParams): BrowseFilters {
  const read = names.flatMap((name) => {
    const value = params.get(name)?.replaceAll("\0", "").trim();
    const input = name === "search" ? value && truncateSearch(value) : value;
    if (!input) return [];
    const parsed = fields[name].safeParse(input);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(read) as BrowseFilters;
}

const truncateSearch = (search: string) => search.slice(0, maxSearchLength).replace(/[\ud800-\udbff]$/, "");

export function updateFilters(params: URLSearchParams, changes: Partial<BrowseFilters>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The filters in the URL of this page, and a way to change them. */
export function useBrowseFilters() {
  const [params, setParams] = useSearchParams();
  return {
    filters: readFilters(params),
    change: (changes: Partial<BrowseFilters>) => setParams((previous) => updateFilters(previous, changes)),
    clear: () => setParams({}),
  };
}
