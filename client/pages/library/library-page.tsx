import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { LibraryFormat, LibrarySort } from "#shared/library/contract.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import { libraryView } from "#client/features/books/lists/book-view.ts";
import { ViewSwitch } from "#client/features/books/lists/view-switch.tsx";
import { LibraryList } from "#client/features/library/library-list.tsx";
import { statuses, statusTexts } from "#client/features/library/status.ts";
import { type LibraryQuery, useLibraryCounts } from "#client/features/library/use-library.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { ContinueButton } from "#client/pages/book/continue-button.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Tabs } from "#client/ui/tabs.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

type Tab = LibraryStatus | "all" | View;
type View = "shelves" | "notebook" | "downloads";

const views: readonly View[] = ["shelves", "notebook", "downloads"];

const LibraryNotebook = lazy(async () => {
  const [module] = await Promise.all([
    import("./library-notebook.tsx"),
    loadMessages("notebook", "marks", "richText"),
  ]);
  return { default: module.LibraryNotebook };
});

const OwnShelves = lazy(async () => {
  const [module] = await Promise.all([
    import("#client/features/shelves/own-shelves.tsx"),
    loadMessages("shelves"),
  ]);
  return { default: module.OwnShelves };
});

const Downloads = lazy(async () => {
  const [module] = await Promise.all([import("./downloads.tsx"), loadMessages("offline", "localBooks")]);
  return { default: module.Downloads };
});

const order: readonly LibraryStatus[] = [
  "currently-reading",
  ...statuses.filter((status) => status !== "currently-reading"),
];

/** `/library`; `?status=`, `?search=`, `?format=` and `?sort=` select and order the books; `?view=` shows shelves, marks or downloads. */
export function LibraryPage() {
  const [params, setParams] = useSearchParams();
  const counts = useLibraryCounts();
  const libraryQuery = readQuery(params);
  const { status } = libraryQuery;
  const view = libraryView.use();
  const set = (change: Readonly<Record<string, string>>) => {
    const next = { ...Object.fromEntries(params), ...change };
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value)), { replace: true });
  };
  usePageTitle(t("library.title"));

  const getTabLabel = (label: string, n: number | undefined) =>
    n === undefined ? label : t("library.tabWithCount", { label, n });
  const tabs: readonly { value: Tab; label: string }[] = [
    { value: "all", label: getTabLabel(t("library.all"), counts?.total) },
    ...order.map((value) => ({
      value,
      label: getTabLabel(t(statusTexts[value]), counts?.byStatus[value]),
    })),
    { value: "shelves", label: t("library.shelves") },
    { value: "notebook", label: t("library.notebook") },
    { value: "downloads", label: t("library.downloads") },
  ];
  const shown = views.find((view) => view === params.get("view"));
  const selectTab = (tab: Tab) => {
    const status = tab === "all" ? "" : tab;
    if (views.some((view) => view === tab)) setParams({ view: tab }, { replace: true });
    else if (shown) setParams(status ? { status } : {}, { replace: true });
    else set({ status });
  };

  return (
    <>
      <PageHeader
        isTitleInBar
        title={t("library.title")}
        actions={
          <TextLink to="/library/vocabulary" className="inline-flex min-h-11 items-center">
            {t("library.vocabulary")}
          </TextLink>
        }
      />
      <Tabs
        isPageWide
        label={t("library.title")}
        tabs={tabs}
        value={shown ?? status ?? "all"}
        onChange={selectTab}
      >
        {shown ? (
          <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
            {shown === "shelves" && <OwnShelves />}
            {shown === "notebook" && <LibraryNotebook />}
            {shown === "downloads" && <Downloads />}
          </Suspense>
        ) : (
          <>
            <Toolbar libraryQuery={libraryQuery} onChange={set} />
            <LibraryList
              libraryQuery={libraryQuery}
              isGrid={view === "grid"}
              renderContinueButton={(entry) => <ContinueButton isInRow entry={entry} />}
              onClearFilters={() => set({ search: "", format: "" })}
            />
          </>
        )}
      </Tabs>
    </>
  );
}

function readQuery(params: URLSearchParams): LibraryQuery {
  return {
    status: statuses.find((known) => known === params.get("status")),
    search: params.get("search")?.trim().slice(0, 200) || undefined,
    format: LibraryFormat.safeParse(params.get("format")).data,
    sort: LibrarySort.safeParse(params.get("sort")).data,
  };
}

interface ToolbarProps {
  readonly libraryQuery: LibraryQuery;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

function Toolbar({ libraryQuery, onChange }: ToolbarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 sm:mb-5">
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-7rem)]">
        <SearchField
          label={t("library.search")}
          value={libraryQuery.search ?? ""}
          onSearch={(search) => onChange({ search: search.trim() })}
        />
      </div>
      <div className="sm:order-last">
        <ViewSwitch preference={libraryView} />
      </div>
      <div className="min-w-0 flex-1 max-sm:basis-2/5 sm:w-40 sm:flex-none">
        <Select
          isLabelHidden
          label={t("library.format")}
          options={[
            { value: "", label: t("library.formatAll") },
            ...LibraryFormat.options.map((value) => ({ value, label: t(`library.format_${value}`) })),
          ]}
          value={libraryQuery.format ?? ""}
          onChange={(format) => onChange({ format })}
        />
      </div>
      <div className="min-w-0 flex-1 max-sm:basis-2/5 sm:w-44 sm:flex-none">
        <Select
          isLabelHidden
          label={t("library.sort")}
          options={LibrarySort.options.map((value) => ({ value, label: t(`library.sort_${value}`) }))}
          value={libraryQuery.sort ?? "recent"}
          onChange={(sort) => onChange({ sort: sort === "recent" ? "" : sort })}
        />
      </div>
    </div>
  );
}
