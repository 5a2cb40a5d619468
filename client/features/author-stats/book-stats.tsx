import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  authorStatsContract,
  type BookStats,
  type StoppingPoint,
  type WeekStats,
} from "#shared/author-stats/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCalendarDay, formatCount, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const columns = ["readers", "listeners", "minutes", "finished"] as const;

/** How much a book is read and listened to, and where readers stop. */
export function BookStatsSection({ bookId }: { readonly bookId: BookId }) {
  const stats = useQuery(query(authorStatsContract.getBookStats, { params: { bookId } }));
  return (
    <QueryState
      query={stats}
      loading={<Skeleton className="h-48 rounded-card" />}
      errorTitle={t("authorStats.loadFailed")}
      isEmpty={({ weeks, stops }) => weeks.length === 0 && stops.length === 0}
      empty={<p className="text-muted">{t("authorStats.none")}</p>}
    >
      {(data) => <StatsContent stats={data} bookId={bookId} />}
    </QueryState>
  );
}

function StatsContent({ stats, bookId }: { readonly stats: BookStats; readonly bookId: BookId }) {
  const { weeks, stops, updatedAt } = stats;
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted text-small">
        {t("authorStats.hint")}{" "}
        {updatedAt && t("authorStats.updated", { when: formatRelativeTime(updatedAt) })}
      </p>
      {weeks.length > 0 && <Weeks weeks={weeks} />}
      {(["text", "audio"] as const).map((format) => (
        <StopList key={format} format={format} stops={stops.filter((stop) => stop.format === format)} />
      ))}
      <TextLink
        to={`/api/publishing/books/${bookId}/stats.csv`}
        reloadDocument
        download
        className="inline-flex min-h-11 w-fit items-center"
      >
        {t("authorStats.download")}
      </TextLink>
    </div>
  );
}

const collapsedWeeks = 8;

function Weeks({ weeks }: { readonly weeks: readonly WeekStats[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shownWeeks = showsAll ? weeks : weeks.slice(0, collapsedWeeks);
  return (
    <div className="flex flex-col items-start gap-2">
      <table className="w-full text-small">
        <caption className="sr-only">{t("authorStats.byWeek")}</caption>
        <thead>
          <tr>
            <th scope="col" className="p-2 text-start font-medium text-muted">
              {t("authorStats.week")}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="p-2 text-end font-medium text-muted">
                {t(`authorStats.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownWeeks.map((week) => (
            <tr key={week.week} className="border-line border-t">
              <th scope="row" className="p-2 text-start font-normal">
                {formatCalendarDay(new Date(`${week.week}T12:00:00`))}
              </th>
              {columns.map((column) => (
                <td key={column} className="p-2 text-end tabular-nums">
                  {formatOrWithhold(week[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {weeks.length > shownWeeks.length && (
        <Button tone="quiet" size="small" onClick={() => setShowsAll(true)}>
          {t("authorStats.wholeYear")}
        </Button>
      )}
    </div>
  );
}

const formatOrWithhold = (value: number | null) =>
  value === null ? t("authorStats.lessThanTen") : formatCount(value);

interface StopListProps {
  readonly format: StoppingPoint["format"];
  readonly stops: readonly StoppingPoint[];
}

function StopList({ format, stops }: StopListProps) {
  if (stops.length === 0) return null;
  const max = Math.max(1, ...stops.map(({ readers }) => readers ?? 0));
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t(`authorStats.stops-${format}`)}</h3>
      <ol className="flex flex-col gap-1.5 text-small">
        {stops.map(({ number, chapter, readers }) => (
          <li key={number} className="grid grid-cols-[minmax(0,1fr)_6rem_3rem] items-center gap-3">
            <span dir="auto" className="truncate">
              {chapter}
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-line">
              <span
                className="block h-full bg-primary"
                style={{ inlineSize: `${((readers ?? 0) / max) * 100}%` }}
              />
            </span>
            <span className="text-end tabular-nums">{formatOrWithhold(readers)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
