import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { adminContract, type SiteActivity } from "#shared/admin/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { formatBytes, formatCalendarDay, formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Section } from "#client/ui/section.tsx";

const series = ["readers", "minutes", "accounts"] as const;
type Series = (typeof series)[number];

/** The last 30 days as charts with their tables, and the state of the server. */
export function SiteActivitySection() {
  const activity = useQuery(query(adminContract.getActivity, {}));
  return (
    <Section title={t("admin.activity")}>
      <QueryState query={activity} loading={<Skeleton className="h-56 rounded-card" />}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <Health activity={data} />
            <div className="grid gap-4 lg:grid-cols-3">
              {series.map((name) => (
                <Chart key={name} name={name} days={data.days} />
              ))}
            </div>
            <DayTable days={data.days} />
          </div>
        )}
      </QueryState>
    </Section>
  );
}

const secondsPerMinute = 60;

function Health({ activity }: { readonly activity: SiteActivity }) {
  const { waitingJobs, oldestJobSeconds, disk, isStorageAvailable } = activity;
  const minutes = Math.ceil(oldestJobSeconds / secondsPerMinute);
  return (
    <>
      {!isStorageAvailable && (
        <p role="alert" className="mb-2 flex items-center gap-2 text-destructive">
          <TriangleAlert aria-hidden className="size-5 shrink-0" />
          {t("admin.filesUnavailable")}
        </p>
      )}
      <p className="text-muted text-small">
        {t("admin.waitingJobs", { n: waitingJobs, minutes })}{" "}
        {t("admin.diskFree", { free: formatBytes(disk.free), total: formatBytes(disk.total) })}
      </p>
    </>
  );
}

interface ChartProps {
  readonly name: Series;
  readonly days: SiteActivity["days"];
}

/** Bars; the table below has the numbers. */
function Chart({ name, days }: ChartProps) {
  const highest = Math.max(0, ...days.map((day) => day[name]));
  const total = days.reduce((sum, day) => sum + day[name], 0);
  const label = t(`admin.series-${name}`);
  return (
    <figure className="rounded-card border border-line bg-surface p-4">
      <figcaption className="mb-3 flex items-baseline justify-between gap-2">
        <span className="text-muted text-small">{label}</span>
        {name === "readers" ? (
          <span className="text-small">{t("admin.highest", { n: formatCount(highest) })}</span>
        ) : (
          <span className="font-semibold tabular-nums">{formatCount(total)}</span>
        )}
      </figcaption>
      <div aria-hidden className="flex h-24 items-end gap-px">
        {days.map((day) => (
          <span
            key={day.day}
            title={`${formatCalendarDay(getDate(day.day))}: ${formatCount(day[name])}`}
            className="min-h-px flex-1 rounded-t-sm bg-primary"
            style={{ blockSize: `${(day[name] / Math.max(1, highest)) * 100}%` }}
          />
        ))}
      </div>
      <p aria-hidden className="mt-1 flex justify-between text-muted text-small">
        {[days[0], days.at(-1)].map((day) => day && <span key={day.day}>{formatShortDay(day.day)}</span>)}
      </p>
    </figure>
  );
}

const getDate = (day: string) => new Date(`${day}T12:00:00`);

const formatShortDay = (day: string) =>
  new Intl.DateTimeFormat(getLocale(), { day: "numeric", month: "short", calendar: "gregory" }).format(
    getDate(day),
  );

function DayTable({ days }: Pick<SiteActivity, "days">) {
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer p-3">{t("admin.activityTable")}</summary>
      <table className="w-full text-small">
        <thead>
          <tr>
            <th scope="col" className="p-2 text-start font-medium text-muted">
              {t("admin.day")}
            </th>
            {series.map((name) => (
              <th key={name} scope="col" className="p-2 text-end font-medium text-muted">
                {t(`admin.series-${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap p-2 text-start font-normal">
                {formatShortDay(day.day)}
              </th>
              {series.map((name) => (
                <td key={name} className="p-2 text-end tabular-nums">
                  {formatCount(day[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
