import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { adminContract } from "#shared/admin/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Section } from "#client/ui/section.tsx";
import { AlertsByHour } from "./alerts-by-hour.tsx";
import { SendTest } from "./send-test.tsx";

export function SendingPanel() {
  const since = getStartOfToday();
  const stats = useQuery(query(adminContract.getPrayerStats, { query: { since } }));
  return (
    <>
      <Section title={t("athan.today")}>
        <QueryState
          query={stats}
          loading={<Skeleton className="h-96 rounded-card" />}
          errorTitle={t("athan.todayFailed")}
        >
          {({ prayerAlerts, others, devices, readers, dueByHour }) => (
            <>
              <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                <StatItem text="athan.sent" n={prayerAlerts.sent} />
                <StatItem text="athan.failed" n={prayerAlerts.failed} />
                <StatItem text="athan.dropped" n={prayerAlerts.dropped} />
                <StatItem text="athan.readers" n={readers} />
                <StatItem text="athan.devices" n={devices} />
                <StatItem text="athan.othersSent" n={others.sent} />
                <StatItem text="athan.othersFailed" n={others.failed} />
              </dl>
              <Button
                tone="quiet"
                size="small"
                icon={<RefreshCw aria-hidden />}
                isPending={stats.isFetching}
                className="mt-2"
                onClick={() => void stats.refetch()}
              >
                {t("athan.refresh")}
              </Button>
              <AlertsByHour due={dueByHour} />
            </>
          )}
        </QueryState>
      </Section>
      <SendTest />
    </>
  );
}

type StatText =
  | "athan.sent"
  | "athan.failed"
  | "athan.dropped"
  | "athan.readers"
  | "athan.devices"
  | "athan.othersSent"
  | "athan.othersFailed";

function StatItem({ text, n }: { readonly text: StatText; readonly n: number }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-card border border-line bg-surface p-4">
      <dt className="text-muted text-small">{t(text)}</dt>
      <dd className="font-semibold font-title text-h3 tabular-nums">{formatCount(n)}</dd>
    </div>
  );
}

function getStartOfToday(): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}
