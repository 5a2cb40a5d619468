import { useInfiniteQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { recordsContract } from "#shared/staff/records.ts";
import { infiniteQuery } from "#client/lib/api/query.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { RecordList } from "#client/ui/feedback/record-list.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";

const Filters = z.object({ search: z.optional(z.string()) });

/** The append-only log of staff and security actions. */
export function AuditList() {
  const [filters, set] = useListParams(Filters);
  const entries = useInfiniteQuery(infiniteQuery(recordsContract.listAudit, { query: filters }));
  return (
    <>
      <div className="mb-4">
        <SearchField
          label={t("staff.searchAudit")}
          value={filters.search ?? ""}
          onSearch={(text) => set("search", text)}
        />
      </div>
      <RecordList
        query={entries}
        getRows={(page) => page.entries}
        errorTitle={t("staff.loadFailed")}
        empty={<EmptyState title={t("staff.noEntries")} />}
      >
        {({ action, actor, at, target, details }) => (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 p-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium">
                <code dir="ltr" className="break-all text-small">
                  {action}
                </code>
              </p>
              <p className="break-all text-muted text-small">
                <bdi dir="ltr">
                  {[target, ...Object.entries(details).map(([name, value]) => `${name}: ${String(value)}`)]
                    .filter(Boolean)
                    .join(" · ")}
                </bdi>
              </p>
            </div>
            <p className="text-muted text-small">
              <bdi>{actor || t("staff.system")}</bdi> ·{" "}
              <time dateTime={at.toISOString()}>{formatRelativeTime(at)}</time>
            </p>
          </div>
        )}
      </RecordList>
    </>
  );
}
