import { clsx } from "clsx";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { ReplyOf } from "#shared/api/contract.ts";
import { markStyles } from "#shared/marks/mark.ts";
import { MarkKind, MarkState, type notebookContract } from "#shared/notebook/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import type { NotebookFilters } from "./filters.ts";

export type Summary = ReplyOf<typeof notebookContract.getMarkSummary>;

interface FilterBarProps {
  readonly filters: NotebookFilters;
  readonly summary: Pick<Summary, "books" | "tags">;
  readonly onFilter: (name: keyof NotebookFilters, value: string) => void;
}

const days = ["7", "30", "365"] as const;

export function FilterBar({ filters, summary, onFilter }: FilterBarProps) {
  const all = { value: "", label: t("notebook.all") };
  const [isOpen, setOpen] = useState(() => Object.keys(filters).some((name) => name !== "q"));
  const createSelect = (
    name: keyof NotebookFilters,
    label: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <div className={clsx("min-w-0 flex-1 basis-2/5 sm:max-w-48 sm:basis-32", !isOpen && "max-sm:hidden")}>
      <Select
        label={label}
        options={options}
        value={filters[name] ?? ""}
        onChange={(value) => onFilter(name, value)}
      />
    </div>
  );
  return (
    <div className="mb-4 flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-[calc(100%-3.25rem)] sm:basis-full">
        <SearchField
          label={t("notebook.search")}
          value={filters.q ?? ""}
          onSearch={(text) => onFilter("q", text.trim().slice(0, 200))}
        />
      </div>
      <IconButton
        icon={<SlidersHorizontal aria-hidden />}
        label={t("notebook.filters")}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="aria-expanded:text-primary sm:hidden"
      />
      {createSelect("book", t("notebook.book"), [
        { value: "", label: t("notebook.allBooks") },
        ...summary.books.map(({ id, title, count }) => ({
          value: id,
          label: t("notebook.withCount", { name: title, n: count }),
        })),
      ])}
      {createSelect("kind", t("notebook.kind"), [
        all,
        ...MarkKind.options.map((value) => ({ value, label: t(`notebook.kind_${value}`) })),
      ])}
      {createSelect("style", t("notebook.color"), [
        all,
        ...markStyles.map((value) => ({ value, label: t(`marks.style-${value}`) })),
      ])}
      {summary.tags.length > 0 &&
        createSelect("tag", t("notebook.tag"), [
          all,
          ...summary.tags.map(({ tag, count }) => ({
            value: tag,
            label: t("notebook.withCount", { name: tag, n: count }),
          })),
        ])}
      {createSelect("days", t("notebook.made"), [
        all,
        ...days.map((value) => ({ value, label: t("notebook.lastDays", { n: Number(value) }) })),
      ])}
      {createSelect(
        "marks",
        t("notebook.state"),
        MarkState.options.map((value) => ({
          value: value === "active" ? "" : value,
          label: t(`notebook.state_${value}`),
        })),
      )}
      {(!filters.book || filters.marks) &&
        createSelect("order", t("notebook.order"), [
          { value: "", label: t("notebook.order_date") },
          { value: "place", label: t("notebook.order_place") },
        ])}
    </div>
  );
}
