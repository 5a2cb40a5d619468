import { useQuery } from "@tanstack/react-query";
import { JobState, type QueuedJob, recordsContract } from "#shared/staff/records.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCount, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const pollIntervalMs = 10_000;

/** Background jobs: failed ones first. */
export function JobList() {
  const jobs = useQuery({ ...query(recordsContract.listJobs, {}), refetchInterval: pollIntervalMs });
  return (
    <QueryState
      query={jobs}
      loading={<Skeleton className="h-96 rounded-card" />}
      errorTitle={t("staff.loadFailed")}
    >
      {({ jobs: data, counts }) => (
        <>
          <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
            {JobState.options.map((state) => (
              <div
                key={state}
                className="flex flex-col-reverse rounded-card border border-line bg-surface p-4"
              >
                <dt className="text-muted text-small">{t(`staff.job-${state}`)}</dt>
                <dd className="font-semibold font-title text-h2 tabular-nums">
                  {formatCount(counts[state])}
                </dd>
              </div>
            ))}
          </dl>
          {data.length === 0 ? (
            <EmptyState title={t("staff.noJobs")} />
          ) : (
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {data.map((job) => (
                <li key={job.id}>
                  <JobRow job={job} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </QueryState>
  );
}

function JobRow({ job }: { readonly job: QueuedJob }) {
  const retry = useContractMutation(recordsContract.retryJob);
  const cancel = useContractMutation(recordsContract.cancelJob);
  const params = { jobId: job.id };
  const onError = (error: unknown) => toast({ tone: "destructive", title: getErrorMessage(error) });
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          <code dir="ltr" className="text-small">
            {job.name}
          </code>
        </p>
        <p className="text-muted text-small">
          {t(`staff.job-${job.state}`)} · {t("staff.attempts", { n: job.attempts, of: job.maxAttempts })} ·{" "}
          {formatRelativeTime(job.runAt)}
        </p>
        {job.lastError && (
          <p dir="ltr" className="line-clamp-3 break-words text-start text-destructive text-small">
            {job.lastError}
          </p>
        )}
      </div>
      {job.state !== "running" && (
        <div className="flex gap-2">
          <Button
            tone="secondary"
            size="small"
            isPending={retry.isPending}
            onClick={() => retry.mutate({ params }, { onError })}
          >
            {t("staff.retry")}
          </Button>
          <Button
            tone="quiet"
            size="small"
            isPending={cancel.isPending}
            onClick={() => cancel.mutate({ params }, { onError })}
          >
            {t("common.cancel")}
          </Button>
        </div>
      )}
    </div>
  );
}
