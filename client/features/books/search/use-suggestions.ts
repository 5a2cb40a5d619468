import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { booksContract, type Suggestion } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useDebouncedValue } from "#client/lib/hooks/use-debounced-value.ts";
import { getBrowseUrl } from "./browse-url.ts";

const requestDelayMs = 150;
const minCharacters = 2;

export function useSuggestions(input: string): readonly Suggestion[] {
  const search = useDebouncedValue(input.trim().slice(0, 100), requestDelayMs);
  const isLongEnough = Array.from(search).length >= minCharacters;
  const { data } = useQuery({
    ...query(booksContract.suggest, { query: { search, limit: 8 } }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isLongEnough && input.trim() ? (data ?? []) : [];
}

export function getSuggestionUrl({ kind, id, label }: Suggestion): string {
  if (kind === "verse") return `/read/${id}`;
  if (kind === "book") return `/book/${id}`;
  if (kind === "contributor") return `/author/${id}`;
  return getBrowseUrl(kind === "genre" ? { genre: label } : { search: label });
}
