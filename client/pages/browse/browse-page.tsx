import { SlidersHorizontal } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { BookResults } from "#client/features/books/lists/book-results.tsx";
import { useBrowseFilters } from "#client/features/books/search/browse-filters.ts";
import { FilterChips, listActiveFilters } from "#client/features/books/search/filter-chips.tsx";
import { FilterFields } from "#client/features/books/search/filter-fields.tsx";
import { SearchBox } from "#client/features/books/search/search-box.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useBreakpoint } from "#client/lib/hooks/use-breakpoint.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

const FilterSheet = lazyOverlay(
  async () => (await import("#client/features/books/search/filter-sheet.tsx")).FilterSheet,
);

/** `/browse` */
export function BrowsePage() {
  const { filters, change, clear } = useBrowseFilters();
  const { isSheetOpen, setSheetOpen } = useFilterSheet();
  const active = listActiveFilters(filters).length;
  usePageTitle(t("browse.title"));

  return (
    <>
      <PageHeader isTitleInBar title={t("browse.title")} />
      <div className="mb-4 flex gap-2 lg:mb-6">
        <div className="min-w-0 flex-1">
          <SearchBox search={filters.search ?? ""} onSearch={(search) => change({ search })} />
        </div>
        <Button
          tone="secondary"
          icon={<SlidersHorizontal aria-hidden />}
          className="max-sm:px-3 lg:hidden"
          onClick={() => setSheetOpen(true)}
        >
          <span className="max-[22.4rem]:sr-only">
            {active ? t("browse.filtersOn", { n: active }) : t("browse.filters")}
          </span>
        </Button>
      </div>
      <div id="filters" className="mb-6 hidden grid-cols-[repeat(5,1fr)_auto] items-end gap-4 lg:grid">
        <FilterFields filters={filters} onChange={change} />
      </div>
      <div className="mb-4 empty:hidden">
        <FilterChips filters={filters} onChange={change} onClear={clear} />
      </div>
      <BookResults filters={filters} onClear={clear} />
      <Suspense>
        {isSheetOpen && (
          <FilterSheet filters={filters} onChange={change} onClose={() => setSheetOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

/** State of the filter sheet in narrow windows; `#filters` in the URL opens it. */
function useFilterSheet() {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const isNarrow = useBreakpoint() !== "desktop";
  const [isOpen, setOpen] = useState(hash === "#filters");
  return {
    isSheetOpen: isOpen && isNarrow,
    setSheetOpen: (open: boolean) => {
      setOpen(open);
      if (!open && hash) void navigate({ search }, { replace: true });
    },
  };
}
