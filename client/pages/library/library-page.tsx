import { useSearchParams } from "react-router-dom";
import type { LibraryStatus } from "#shared/library/entry.ts";
import { LibraryList } from "#client/features/library/library-list.tsx";
import { statuses, statusTexts } from "#client/features/library/status.ts";
import { useLibraryCounts } from "#client/features/library/use-library.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ContinueButton } from "#client/pages/book/continue-button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Tabs } from "#client/ui/tabs.tsx";

type Tab = LibraryStatus | "all";

const order: readonly LibraryStatus[] = [
  "currently-reading",
  ...statuses.filter((status) => status !== "currently-reading"),
];

/** `/library`; `?status=` selects one status */
export function LibraryPage() {
  const [params, setParams] = useSearchParams();
  const counts = useLibraryCounts();
  const status = statuses.find((known) => known === params.get("status"));
  usePageTitle(t("library.title"));

  const labelled = (label: string, n: number | undefined) =>
    n === undefined ? label : t("library.tabWithCount", { label, n });
  const tabs: readonly { value: Tab; label: string }[] = [
    { value: "all", label: labelled(t("library.all"), counts?.total) },
    ...order.map((value) => ({
      value,
      label: labelled(t(statusTexts[value]), counts?.byStatus[value]),
    })),
  ];

  return (
    <>
      <PageHeader title={t("library.title")} />
      <Tabs
        isPageWide
        label={t("library.title")}
        tabs={tabs}
        value={status ?? "all"}
        onChange={(tab) => setParams(tab === "all" ? {} : { status: tab }, { replace: true })}
      >
        <LibraryList status={status} continueWith={(entry) => <ContinueButton entry={entry} />} />
      </Tabs>
    </>
  );
}
