import "./print.css";
import { clsx } from "clsx";
import { CalendarPlus, ChevronLeft, ChevronRight, Printer } from "lucide-react";
import { useMemo, useState } from "react";
import { createCalendarFile } from "#shared/prayer/calendar-file.ts";
import { getMonthTimes } from "#shared/prayer/current-and-next.ts";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import { getNotifiedPrayerName } from "#shared/prayer/scheduled-alerts.ts";
import { dayTimesList, type PrayerSettings } from "#shared/prayer/settings.ts";
import type { DayTimes } from "#shared/prayer/times.ts";
import { addDays, getUtcOffset, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { getPrayerName } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { formatLocationName } from "#client/features/prayer/location/location.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { useClock } from "./clock.ts";
import { formatMonth, formatShortHijriDate, formatTableTime, formatWeekday } from "./dates.ts";

interface MonthTableProps {
  readonly location: ChosenLocation;
  readonly settings: PrayerSettings;
}

export function MonthTable({ location, settings }: MonthTableProps) {
  const today = toLocalDay(location.zone, useClock(60_000).getTime());
  const [selected, setMonth] = useState<string | null>(null);
  const month = selected ?? today.slice(0, 7);
  const days = useMemo(() => getMonthTimes(location, settings, month), [location, settings, month]);
  const title = t("prayer.monthOf", { month: formatMonth(month), place: formatLocationName(location) });
  const changeMonth = (months: number) => setMonth(addMonths(month, months));
  return (
    <Card className="print-only-section flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-semibold font-title text-h3" aria-live="polite">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-1 print:hidden">
          <IconButton
            label={t("prayer.monthBefore")}
            icon={<ChevronLeft aria-hidden />}
            onClick={() => changeMonth(-1)}
          />
          <Button tone="quiet" size="small" disabled={selected === null} onClick={() => setMonth(null)}>
            {t("prayer.thisMonth")}
          </Button>
          <IconButton
            label={t("prayer.monthAfter")}
            icon={<ChevronRight aria-hidden />}
            onClick={() => changeMonth(1)}
          />
        </div>
      </div>
      <Days days={days} today={today} zone={location.zone} shift={settings.hijriShift} title={title} />
      <p className="text-muted text-small">
        {t("prayer.clockNote", { zone: location.zone.replaceAll("_", " ") })} {t("prayer.hijriNote")}
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button tone="secondary" size="small" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {t("prayer.print")}
        </Button>
        <Button
          tone="secondary"
          size="small"
          icon={<CalendarPlus aria-hidden />}
          onClick={() => downloadCalendar(days, location, month)}
        >
          {t("prayer.download")}
        </Button>
      </div>
    </Card>
  );
}

interface DaysProps {
  readonly days: readonly DayTimes[];
  readonly today: string;
  readonly zone: string;
  readonly shift: number;
  readonly title: string;
}

function Days({ days, today, zone, shift, title }: DaysProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable.
    <section aria-label={title} tabIndex={0} className="-mx-5 overflow-x-auto sm:mx-0">
      <table className="w-full border-collapse text-small tabular-nums max-sm:text-badge">
        <thead>
          <tr className="border-line border-b text-muted">
            <Head>{t("prayer.day")}</Head>
            <Head className="max-sm:hidden print:table-cell">{t("prayer.hijri")}</Head>
            {dayTimesList.map((time) => (
              <Head key={time}>{getPrayerName(time)}</Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((times) => (
            <DayRow key={times.day} times={times} isToday={times.day === today} zone={zone} shift={shift} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps {
  readonly children: string;
  readonly className?: string;
}

const Head = ({ children, className }: HeadProps) => (
  <th
    scope="col"
    className={clsx(
      "bg-surface px-0.5 py-2 text-start font-medium first:sticky first:start-0 first:ps-3 last:pe-1 sm:px-1.5 sm:first:ps-2",
      className,
    )}
  >
    {children}
  </th>
);

interface DayRowProps {
  readonly times: DayTimes;
  readonly isToday: boolean;
  readonly zone: string;
  readonly shift: number;
}

function DayRow({ times, isToday, zone, shift }: DayRowProps) {
  const { day } = times;
  const isFriday = getNotifiedPrayerName("dhuhr", day) === "friday";
  const isChanged = isClockChangeDay(zone, times);
  return (
    <tr
      {...(isToday && { "aria-current": "date" as const })}
      className={clsx("border-line border-b last:border-0", isToday && "bg-primary/10 font-semibold")}
    >
      <th
        scope="row"
        className={clsx(
          "sticky start-0 whitespace-nowrap bg-surface py-1.5 ps-3 pe-0.5 text-start sm:ps-2 sm:pe-1.5",
          !isToday && "font-medium",
        )}
      >
        {Number(day.slice(8))}{" "}
        <span className={isFriday ? "text-primary" : "text-muted"}>{formatWeekday(day)}</span>
        {isChanged && (
          <span title={t("prayer.clockChanged")} className="text-accent">
            <span aria-hidden> *</span>
            <span className="sr-only"> {t("prayer.changedHere")}</span>
          </span>
        )}
        <span className="block font-normal text-muted sm:hidden print:hidden">
          {formatShortHijriDate(day, shift)}
        </span>
      </th>
      <td className="whitespace-nowrap px-1.5 py-1.5 text-muted max-sm:hidden print:table-cell">
        {formatShortHijriDate(day, shift)}
      </td>
      {dayTimesList.map((time) => (
        <td key={time} className="whitespace-nowrap px-0.5 py-1.5 last:pe-1 sm:px-1.5">
          {formatTableTime(times[time], zone)}
          {toLocalDay(zone, times[time].getTime()) > day && (
            <sup>
              <span aria-hidden>+1</span>
              <span className="sr-only"> {t("prayer.nextDay")}</span>
            </sup>
          )}
        </td>
      ))}
    </tr>
  );
}

function isClockChangeDay(zone: string, { day, dhuhr }: DayTimes): boolean {
  const noon = dhuhr.getTime();
  const previousNoon = noon - 24 * 3_600_000;
  return (
    getUtcOffset(zone, previousNoon) !== getUtcOffset(zone, noon) &&
    toLocalDay(zone, previousNoon) === addDays(day, -1)
  );
}

/** The month a number of months later. */
function addMonths(month: string, months: number): string {
  const [year = 0, monthNumber = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, monthNumber - 1 + months, 1)).toISOString().slice(0, 7);
}

const createdBy = "maktaba";

/** Downloads the prayer times of some days as an iCalendar file. */
function downloadCalendar(days: readonly DayTimes[], location: ChosenLocation, month: string): void {
  const name = formatLocationName(location);
  const text = createCalendarFile({
    days,
    getName: getPrayerName,
    title: t("prayer.icsTitle", { place: name }),
    location: { ...location, displayName: name },
    createdBy,
    createdAt: new Date(),
  });
  const url = URL.createObjectURL(new Blob([text], { type: "text/calendar;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `prayer-times-${month}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
