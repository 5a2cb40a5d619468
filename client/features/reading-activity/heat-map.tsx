import { clsx } from "clsx";
import { toUmmAlQuraDay } from "#shared/reading-activity/hijri.ts";
import type { DayTotals } from "#shared/reading-activity/stats.ts";
import { addDays, countDaysBetween, type Day } from "#shared/reading-activity/time-zone.ts";
import { getChosenCalendar } from "#client/lib/i18n/calendar.ts";
import { formatCalendarDay, formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";

interface HeatMapProps {
  readonly from: Day;
  readonly to: Day;
  readonly days: readonly DayTotals[];
}

const steps = [
  [0, "bg-line"],
  [1, "bg-primary/30"],
  [900, "bg-primary/50"],
  [1_800, "bg-primary/75"],
  [3_600, "bg-primary"],
] as const;

/** Weeks that a month's label needs. */
const weeksOfName = 3;

export function HeatMap({ from, to, days }: HeatMapProps) {
  const secondsByDay = new Map(days.map(({ day, seconds }) => [day, seconds]));
  const all = Array.from({ length: countDaysBetween(from, to) + 1 }, (_, n) => addDays(from, n));
  const weeks = Math.ceil(all.length / 7);
  const summary = t("readingActivity.heatmapSummary", {
    n: days.filter((day) => day.seconds > 0).length,
    time: formatDuration(days.reduce((sum, each) => sum + each.seconds, 0)),
  });
  const columns = { gridTemplateColumns: `repeat(${weeks}, minmax(0, 1fr))` };
  return (
    <figure>
      <div aria-hidden style={columns} className="mb-1 grid text-badge text-muted">
        {getMonths(all).map(({ name, week, until }) => (
          <span key={week} style={{ gridColumn: `${week + 1} / ${until + 1}` }} className="whitespace-nowrap">
            {until - week >= weeksOfName && name}
          </span>
        ))}
      </div>
      <div
        role="img"
        aria-label={`${t("readingActivity.heatmap")}: ${summary}`}
        style={columns}
        className="grid grid-flow-col grid-rows-7 gap-[3px]"
      >
        {all.map((day) => (
          <HeatMapCell key={day} day={day} seconds={secondsByDay.get(day) ?? 0} />
        ))}
      </div>
      <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-muted text-small">
        <span>{summary}</span>
        <Legend />
      </figcaption>
    </figure>
  );
}

function HeatMapCell({ day, seconds }: { readonly day: Day; readonly seconds: number }) {
  return (
    <span
      title={t("readingActivity.dayTime", {
        day: formatCalendarDay(getNoon(day)),
        time: formatDuration(seconds),
      })}
      className={clsx("aspect-square rounded-[3px]", getClassName(seconds))}
    />
  );
}

function Legend() {
  return (
    <span aria-hidden className="flex items-center gap-1 text-badge">
      {t("readingActivity.less")}
      {steps.map(([, className]) => (
        <span key={className} className={clsx("size-3 rounded-[3px]", className)} />
      ))}
      {t("readingActivity.more")}
    </span>
  );
}

const getClassName = (seconds: number) => steps.findLast(([min]) => seconds >= min)?.[1];

interface NamedMonth {
  readonly name: string;
  readonly week: number;
  /** The week in which the next month begins. */
  readonly until: number;
}

/** Month labels, each at the first week that begins in the month. */
function getMonths(days: readonly Day[]): NamedMonth[] {
  const isHijri = getChosenCalendar() === "hijri";
  const calendar = isHijri ? "islamic-umalqura" : "gregory";
  const month = new Intl.DateTimeFormat(getLocale(), { month: "short", calendar });
  const names = days
    .filter((_, n) => n % 7 === 0)
    .map((day) => month.format(getNoon(isHijri ? toUmmAlQuraDay(day) : day)));
  const begins = names.flatMap((name, week) => (name === names[week - 1] ? [] : [{ name, week }]));
  return begins.map((begin, n) => ({ ...begin, until: begins[n + 1]?.week ?? names.length }));
}

const getNoon = (day: Day): Date => new Date(`${day}T12:00:00`);
