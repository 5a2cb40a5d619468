import { useQuery } from "@tanstack/react-query";
import { supportedYears } from "#shared/reading-activity/calendar-year.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import type { ActivitySummary, ActivityTotals } from "#shared/reading-activity/stats.ts";
import { addDays, type Day, getWeekday } from "#shared/reading-activity/time-zone.ts";
import { query } from "#client/lib/api/query.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { formatCount, formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Section } from "#client/ui/section.tsx";
import { HeatMap } from "./heat-map.tsx";
import { TimeBreakdownSection } from "./time-breakdown.tsx";
import { YearReview } from "./year-review.tsx";

const weeks = 26;

const useSummary = () =>
  useQuery(query(activityContract.getSummary, { query: { zone: getDeviceTimeZone() } }));

/** Totals, a heat map, and the time by format, genre and book. */
export function ReadingStatsPanel() {
  const summary = useSummary();
  return (
    <>
      <Section title={t("readingActivity.title")}>
        <QueryState
          query={summary}
          errorTitle={t("readingActivity.failed")}
          loading={<StatsSkeleton />}
          isEmpty={({ total }) => total.sessions === 0}
          empty={<NoActivity />}
        >
          {(stats) => <StatGrid summary={stats} />}
        </QueryState>
      </Section>
      {summary.data && summary.data.total.sessions > 0 && <TimeBreakdownSection summary={summary.data} />}
    </>
  );
}

export function YearPanel() {
  const summary = useSummary();
  return (
    <QueryState
      query={summary}
      errorTitle={t("readingActivity.failed")}
      loading={<Skeleton className="h-96 rounded-card" />}
      isEmpty={(data) => getFirst(data) === null}
      empty={<NoActivity />}
    >
      {(data) => <YearReview today={data.today} firstDay={getFirst(data) ?? data.today} />}
    </QueryState>
  );
}

const earliest: Day = `${supportedYears.gregorian[0]}-01-01`;

function getFirst(summary: ActivitySummary): Day | null {
  const days = [summary.firstDay, summary.firstFinished].flatMap((day) => day ?? []).sort();
  return days[0] === undefined || days[0] > earliest ? (days[0] ?? null) : earliest;
}

const NoActivity = () => (
  <EmptyState
    title={t("readingActivity.none")}
    hint={t("readingActivity.noneHint")}
    action={<ButtonLink to="/browse">{t("readingActivity.findBook")}</ButtonLink>}
  />
);

function StatGrid({ summary }: { readonly summary: ActivitySummary }) {
  const { day, week, year, streak, readingSpeed: pace } = summary;
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatItem label={t("readingActivity.today")} {...getStat(day)} />
        <StatItem label={t("readingActivity.week")} {...getStat(week)} />
        <StatItem label={t("readingActivity.year")} {...getStat(year)} />
        <StatItem
          label={t("readingActivity.streak")}
          value={formatCount(streak.current)}
          hint={t("readingActivity.longest", { n: streak.longest })}
        />
      </dl>
      <LastWeeks summary={summary} />
      <p className="text-muted text-small">
        {pace.wordsPerMinute !== null &&
          `${t("readingActivity.pace", { n: formatCount(pace.wordsPerMinute) })} `}
        {t("readingActivity.grace")}
      </p>
    </div>
  );
}

const getStat = ({ seconds, pages }: ActivityTotals) => ({
  value: formatDuration(seconds),
  hint: t("readingActivity.pages", { n: Math.floor(pages) }),
});

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly hint: string;
}

function StatItem({ label, value, hint }: StatProps) {
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
      <dt className="text-muted text-small">{label}</dt>
      <dd className="font-semibold font-title text-h3 tabular-nums">{value}</dd>
      <dd className="text-muted text-small">{hint}</dd>
    </div>
  );
}

function LastWeeks({ summary: { today } }: { readonly summary: ActivitySummary }) {
  const span = { from: addDays(today, -(weeks - 1) * 7 - (getWeekday(today) - 1)), to: today };
  const days = useQuery(query(activityContract.listDays, { query: span }));
  return (
    <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h3 className="mb-3 font-medium">{t("readingActivity.heatmap")}</h3>
      <QueryState query={days} loading={<Skeleton className="h-44 rounded-card" />}>
        {(days) => <HeatMap {...span} days={days} />}
      </QueryState>
    </div>
  );
}

const StatsSkeleton = () => (
  <Skeletons count={4} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    <Skeleton className="h-28 rounded-card" />
  </Skeletons>
);
