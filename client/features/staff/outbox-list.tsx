import { useInfiniteQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { EmailStatus, recordsContract } from "#shared/staff/records.ts";
import { infiniteQuery } from "#client/lib/api/query.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { RecordList } from "#client/ui/feedback/record-list.tsx";
import { Select } from "#client/ui/forms/select.tsx";

const Filters = z.object({ status: z.optional(EmailStatus) });

/** Emails of the last 30 days. */
export function OutboxList() {
  const [filters, set] = useListParams(Filters);
  const emails = useInfiniteQuery(infiniteQuery(recordsContract.listOutbox, { query: filters }));
  return (
    <>
      <div className="mb-4 max-w-56">
        <Select
          label={t("staff.filter")}
          isLabelHidden
          value={filters.status ?? ""}
          options={[
            { value: "", label: t("staff.allEmails") },
            ...EmailStatus.options.map((value) => ({ value, label: t(`staff.email-${value}`) })),
          ]}
          onChange={(status) => set("status", status)}
        />
      </div>
      <RecordList
        query={emails}
        getRows={(page) => page.emails}
        errorTitle={t("staff.loadFailed")}
        empty={<EmptyState title={t("staff.noEmails")} />}
      >
        {({ to, subject, text, status, error, createdAt }) => (
          <details className="p-4">
            <summary className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3">
              <span dir="auto" className="min-w-0 flex-1 basis-60 break-words font-medium">
                {subject}
              </span>
              <span className="text-muted text-small">
                <bdi dir="ltr">{to}</bdi> · {t(`staff.email-${status}`)} · {formatRelativeTime(createdAt)}
              </span>
            </summary>
            {error && <p className="text-destructive text-small">{error}</p>}
            <p dir="auto" className="max-w-measure whitespace-pre-line break-words text-small">
              {text}
            </p>
          </details>
        )}
      </RecordList>
    </>
  );
}
