import { getGenreName } from "#client/features/books/genre-name.ts";
import { getLanguageName } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { RemovableChip } from "#client/ui/forms/chip.tsx";
import type { BrowseFilters } from "./browse-filters.ts";
import { formatTexts } from "./filter-fields.tsx";

interface FilterChipsProps {
  readonly filters: BrowseFilters;
  readonly onChange: (changes: Partial<BrowseFilters>) => void;
  readonly onClear: () => void;
}

/** The active filters; a click removes one. */
export function FilterChips({ filters, onChange, onClear }: FilterChipsProps) {
  const chips = listActiveFilters(filters);
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.map(({ name, label }) => (
        <RemovableChip
          key={name}
          label={label}
          removeLabel={t("browse.removeFilter", { filter: label })}
          onRemove={() => onChange({ [name]: undefined })}
        />
      ))}
      <Button tone="quiet" size="small" onClick={onClear}>
        {t("browse.clearAll")}
      </Button>
    </div>
  );
}

interface ActiveFilter {
  readonly name: keyof BrowseFilters;
  readonly label: string;
}

export function listActiveFilters({
  search,
  genre,
  trope,
  format,
  language,
  author,
  isFree,
}: BrowseFilters): ActiveFilter[] {
  return [
    ...(search ? [{ name: "search", label: `“${search}”` } as const] : []),
    ...(genre ? [{ name: "genre", label: getGenreName(genre) } as const] : []),
    ...(trope ? [{ name: "trope", label: getGenreName(trope) } as const] : []),
    ...(format ? [{ name: "format", label: t(formatTexts[format]) } as const] : []),
    ...(language ? [{ name: "language", label: getLanguageName(language) } as const] : []),
    ...(author ? [{ name: "author", label: author } as const] : []),
    ...(isFree ? [{ name: "isFree", label: t("browse.free") } as const] : []),
  ];
}
