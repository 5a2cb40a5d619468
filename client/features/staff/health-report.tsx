import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { type HealthReport, healthContract } from "#shared/staff/health.ts";
import { query } from "#client/lib/api/query.ts";
import { formatBytes, formatCount, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { Section } from "#client/ui/section.tsx";
import { HealthFindings } from "./health-findings.tsx";
import { JobCounts, PoolUse } from "./health-tables.tsx";

const pollIntervalMs = 10_000;

/** The state of the site, measured again every ten seconds. */
export function HealthReportView() {
  const health = useQuery({ ...query(healthContract.getHealthReport, {}), refetchInterval: pollIntervalMs });
  return (
    <QueryState
      query={health}
      loading={<Skeleton className="h-96 rounded-card" />}
      errorTitle={t("health.loadFailed")}
    >
      {(data) => (
        <div className="flex flex-col gap-8">
          <CopyReport report={data.report} />
          <HealthFindings findings={data.findings} />
          <ProcessFigures process={data.process} />
          <PoolUse pools={data.pools} />
          <JobCounts jobs={data.jobs} />
          <p>{t("health.uploads", { count: data.uploads.reduce((sum, { count }) => sum + count, 0) })}</p>
        </div>
      )}
    </QueryState>
  );
}

function CopyReport({ report }: Pick<HealthReport, "report">) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="secondary" icon={<Copy aria-hidden />} onClick={() => void copyText(report)}>
        {t("health.copyReport")}
      </Button>
      <p className="min-w-0 flex-1 basis-60 text-muted text-small">{t("health.copyHint")}</p>
    </div>
  );
}

function ProcessFigures({ process }: Pick<HealthReport, "process">) {
  const figures = {
    version: process.version,
    started: formatRelativeTime(process.startedAt),
    memory: formatBytes(process.memoryBytes),
    eventStreams: formatCount(process.eventStreams),
    recentErrors: formatCount(process.recentErrors),
  } as const;
  const names = Object.keys(figures) as (keyof typeof figures)[];
  return (
    <Section title={t("health.thisProcess")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
        {names.map((name) => (
          <div key={name} className="flex flex-col-reverse rounded-card border border-line bg-surface p-4">
            <dt className="text-muted text-small">{t(`health.${name}`)}</dt>
            <dd className="font-semibold text-lead tabular-nums">{figures[name]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
