import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";
import type { BrowseFilters } from "./browse-filters.ts";

type Order = Pick<BrowseFilters, "sortBy" | "sortOrder">;

/** The sort orders; each has one natural direction. */
const orders = {
  relevance: { sortBy: "relevance", sortOrder: "desc" },
  newest: { sortBy: "createdAt", sortOrder: "desc" },
  oldest: { sortBy: "createdAt", sortOrder: "asc" },
  rating: { sortBy: "averageRating", sortOrder: "desc" },
  popularity: { sortBy: "popularity", sortOrder: "desc" },
  title: { sortBy: "title", sortOrder: "asc" },
} as const satisfies Record<string, Order>;

type OrderName = keyof typeof orders;

const texts = {
  relevance: "browse.sortRelevance",
  newest: "browse.sortNewest",
  oldest: "browse.sortOldest",
  rating: "browse.sortRating",
  popularity: "browse.sortPopularity",
  title: "browse.sortTitle",
} as const satisfies Record<OrderName, MessageKey>;

interface SortFieldProps {
  readonly filters: BrowseFilters;
  readonly onChange: (changes: Order) => void;
}

export function SortField({ filters, onChange }: SortFieldProps) {
  const all = Object.keys(orders) as OrderName[];
  const options = all.filter((name) => name !== "relevance" || filters.search);
  return (
    <Select
      label={t("browse.sort")}
      value={getSortOrder(filters)}
      onChange={(name) => onChange(orders[name])}
      options={options.map((name) => ({ value: name, label: t(texts[name]) }))}
    />
  );
}

export function getSortOrder({ sortBy, sortOrder, search }: BrowseFilters): OrderName {
  const defaultOrder = search ? "relevance" : "newest";
  if (!sortBy || (sortBy === "relevance" && !search)) return defaultOrder;
  const names = Object.keys(orders) as OrderName[];
  const exact = names.find((name) => orders[name].sortBy === sortBy && orders[name].sortOrder === sortOrder);
  return exact ?? names.find((name) => orders[name].sortBy === sortBy) ?? defaultOrder;
}
