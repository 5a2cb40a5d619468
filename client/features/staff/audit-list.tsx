import { Download } from "lucide-react";
import * as z from "zod/mini";
import { getUrl } from "#shared/api/http-client.ts";
import { auditContract, auditStreams } from "#shared/staff/audit.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { getButtonClassName } from "#client/ui/forms/button.tsx";
import { AuditFilters, type AuditParams } from "./audit-filters.tsx";
import { AuditDetails, AuditSentence } from "./audit-sentence.tsx";

const Params = z.object({
  actor: z.optional(z.string()),
  action: z.optional(z.string()),
  subject: z.optional(z.string()),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});

/** The append-only log of staff and security actions. */
export function AuditList() {
  const [params, set] = useListParams(Params);
  const filters = toQuery(params);
  const entries = usePagedQuery(auditContract.listAudit, { query: filters });
  const isFiltered = Object.keys(params).length > 0;
  return (
    <>
      <AuditFilters params={params} onChange={set} />
      <p className="mb-3 flex justify-end">
        <a
          href={getUrl(auditStreams.exportAudit, { query: filters })}
          download
          className={getButtonClassName({ tone: "secondary", size: "small" })}
        >
          <Download aria-hidden /> {t("audit.export")}
        </a>
      </p>
      <PagedList
        query={entries}
        errorTitle={t("staff.loadFailed")}
        empty={<EmptyState title={t(isFiltered ? "audit.noMatches" : "staff.noEntries")} />}
      >
        {(entry) => (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <AuditSentence entry={entry} />
              <AuditDetails entry={entry} />
            </div>
            <time dateTime={entry.at.toISOString()} className="text-muted text-small tabular-nums">
              {formatDateTime(entry.at)}
            </time>
          </div>
        )}
      </PagedList>
    </>
  );
}

/** The days of the reader's time zone as instants. */
function toQuery({ from, to, ...rest }: AuditParams) {
  const toMidnight = (day: string, days = 0) => {
    const date = new Date(`${day}T00:00`);
    date.setDate(date.getDate() + days);
    return date;
  };
  return { ...rest, ...(from && { from: toMidnight(from) }), ...(to && { until: toMidnight(to, 1) }) };
}

const formatDateTime = (at: Date) =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: "medium", timeStyle: "short" }).format(at);
