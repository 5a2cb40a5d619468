import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Sheet } from "#client/ui/overlays/sheet.tsx";
import type { BrowseFilters } from "./browse-filters.ts";
import { FilterFields } from "./filter-fields.tsx";

interface FilterSheetProps {
  readonly filters: BrowseFilters;
  readonly onChange: (changes: Partial<BrowseFilters>) => void;
  readonly onClose: () => void;
}

export function FilterSheet({ filters, onChange, onClose }: FilterSheetProps) {
  return (
    <Sheet title={t("browse.filters")} side="bottom" isOpen onClose={onClose}>
      <div className="flex flex-col gap-4 p-5 pt-1">
        <FilterFields filters={filters} onChange={onChange} />
        <Button isWide onClick={onClose}>
          {t("browse.showResults")}
        </Button>
      </div>
    </Sheet>
  );
}
