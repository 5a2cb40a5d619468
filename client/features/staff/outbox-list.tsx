import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { EmailStatus, recordsContract } from "#shared/staff/records.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query } from "#client/lib/api/query.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Select } from "#client/ui/forms/select.tsx";

const Filters = z.object({ status: z.optional(EmailStatus) });

/** Emails of the last 30 days. */
export function OutboxList() {
  const [filters, set] = useListParams(Filters);
  const emails = usePagedQuery(recordsContract.listOutbox, { query: filters });
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const open = (id: string, isOpen: boolean) => {
    if (isOpen) setOpenIds((previous) => new Set(previous).add(id));
  };
  return (
    <>
      <p className="mb-4 text-muted text-small">{t("staff.readingIsLogged")}</p>
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
      <PagedList
        query={emails}
        errorTitle={t("staff.loadFailed")}
        empty={<EmptyState title={t("staff.noEmails")} />}
      >
        {({ id, to, subject, hasSecret, status, error, createdAt }) => (
          <details className="p-4" onToggle={({ currentTarget }) => open(id, currentTarget.open)}>
            <summary className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3">
              <span dir="auto" className="min-w-0 flex-1 basis-60 break-words font-medium">
                {subject}
              </span>
              <span className="text-muted text-small">
                <bdi dir="ltr">{to}</bdi> · {t(`staff.email-${status}`)} · {formatRelativeTime(createdAt)}
              </span>
            </summary>
            {error && <p className="text-destructive text-small">{error}</p>}
            {openIds.has(id) && <EmailText emailId={id} hasSecret={hasSecret} />}
          </details>
        )}
      </PagedList>
    </>
  );
}

interface EmailTextProps {
  readonly emailId: string;
  readonly hasSecret: boolean;
}

function EmailText({ emailId, hasSecret }: EmailTextProps) {
  const email = useQuery(query(recordsContract.readEmail, { params: { emailId } }));
  return (
    <QueryState query={email} loading={<Skeleton className="h-24" />}>
      {({ text }) => (
        <>
          {hasSecret && <p className="mb-2 text-muted text-small">{t("staff.linkHidden")}</p>}
          <p dir="auto" className="max-w-measure whitespace-pre-line break-words text-small">
            {text}
          </p>
        </>
      )}
    </QueryState>
  );
}
