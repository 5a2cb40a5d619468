import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { activityContract } from "#shared/reading-activity/contract.ts";
import type { ActivitySummary, TimeBreakdown, TotalsByKind } from "#shared/reading-activity/stats.ts";
import { addDays, type Day, getWeekday } from "#shared/reading-activity/time-zone.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { query } from "#client/lib/api/query.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Section } from "#client/ui/section.tsx";
import { BreakdownBars, type BreakdownPart } from "./breakdown-bars.tsx";

const periods = ["week", "month", "year", "all"] as const;
type Period = (typeof periods)[number];

const maxGenres = 6;
const maxBooks = 5;

export function TimeBreakdownSection({ summary }: { readonly summary: ActivitySummary }) {
  const [period, setPeriod] = useState<Period>("month");
  const { today } = summary;
  const breakdown = useQuery(
    query(activityContract.getBreakdown, { query: { from: getPeriodStart(period, summary), to: today } }),
  );
  return (
    <Section title={t("readingActivity.breakdown")}>
      <div className="mb-5 max-w-60">
        <Select
          label={t("readingActivity.period")}
          isLabelHidden
          options={periods.map((value) => ({ value, label: t(`readingActivity.period_${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      </div>
      <QueryState
        query={breakdown}
        loading={<Skeleton className="h-60 rounded-card" />}
        isEmpty={({ sums }) => sums.seconds === 0}
        empty={<EmptyState title={t("readingActivity.noneInPeriod")} />}
      >
        {(data) => <BreakdownCharts breakdown={data} />}
      </QueryState>
    </Section>
  );
}

function BreakdownCharts({
  breakdown: { sums, byKind, genres, books },
}: {
  readonly breakdown: TimeBreakdown;
}) {
  return (
    <>
      <p className="mb-5 text-muted">
        {t("readingActivity.breakdownHint", { time: formatDuration(sums.seconds), days: sums.days })}
      </p>
      <div className="grid gap-8 sm:grid-cols-2">
        <div className="flex flex-col gap-8">
          <BreakdownBars title={t("readingActivity.formats")} parts={getFormats(byKind)} />
          <BreakdownBars
            title={t("readingActivity.books")}
            parts={books.slice(0, maxBooks).map(toBookPart)}
          />
        </div>
        <BreakdownBars
          title={t("readingActivity.genres")}
          parts={genres.slice(0, maxGenres).map(toGenrePart)}
          hint={t("readingActivity.genresHint")}
        />
      </div>
    </>
  );
}

function getPeriodStart(period: Period, { today, firstDay }: ActivitySummary): Day {
  if (period === "week") return addDays(today, 1 - getWeekday(today));
  if (period === "month") return `${today.slice(0, 7)}-01`;
  if (period === "year") return `${today.slice(0, 4)}-01-01`;
  return firstDay !== null && firstDay < today ? firstDay : today;
}

const kinds = ["reading", "listening", "readAlong", "speech"] as const;

const getFormats = (byKind: TotalsByKind): BreakdownPart[] =>
  kinds
    .map((kind) => ({ label: t(`readingActivity.${kind}`), seconds: byKind[kind] }))
    .filter(({ seconds }) => seconds > 0);

const toGenrePart = ({ genre, seconds }: TimeBreakdown["genres"][number]): BreakdownPart => ({
  label: getGenreName(genre),
  seconds,
});

const toBookPart = ({ title, seconds }: TimeBreakdown["books"][number]): BreakdownPart => ({
  label: title || t("readingActivity.otherBooks"),
  seconds,
});
