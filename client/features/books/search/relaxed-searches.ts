import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { stopWords } from "#shared/books/stop-words.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import type { BrowseFilters } from "./browse-filters.ts";
import { listActiveFilters } from "./filter-chips.tsx";

interface RelaxedSearch {
  readonly label: string;
  readonly filters: BrowseFilters;
}

const maxWords = 3;

export function getRelaxedSearches(filters: BrowseFilters): readonly RelaxedSearch[] {
  const active = listActiveFilters(filters);
  const withoutOneFilter =
    active.length < 2
      ? []
      : active.map(({ name, label }) => {
          const { [name]: _removed, ...rest } = filters;
          return { label: t("browse.removeFilterOf", { filter: label }), filters: rest };
        });
  const searchAlone = active.length > 2 && filters.search ? [filters.search] : [];
  const words = (filters.search ?? "")
    .split(/\s+/)
    .filter((word) => word.length > 2 && !stopWords.has(normalizeSearchText(word)));
  const separateWords = words.length > 1 && words.length <= maxWords ? words : [];
  return [
    ...withoutOneFilter,
    ...[...searchAlone, ...separateWords].map((word) => ({
      label: t("browse.searchOnlyWord", { word }),
      filters: { search: word },
    })),
  ];
}
