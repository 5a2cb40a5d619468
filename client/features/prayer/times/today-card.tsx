import { clsx } from "clsx";
import { type ReactNode, useMemo } from "react";
import { type CurrentAndNext, getCurrentAndNextPrayer } from "#shared/prayer/current-and-next.ts";
import type { ChosenLocation, PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { getNotifiedPrayerName } from "#shared/prayer/scheduled-alerts.ts";
import { dayTimesList } from "#shared/prayer/settings.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { MuteMenu } from "#client/features/prayer/alerts/mute-menu.tsx";
import { formatTimeAt, getPrayerName } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { formatLocationName } from "#client/features/prayer/location/location.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { useClock } from "./clock.ts";
import { Countdown } from "./countdown.tsx";
import { formatCurrentHijriDate, formatLongDay } from "./dates.ts";
import { FastingCountdown } from "./fasting-countdown.tsx";

interface TodayCardProps {
  readonly location: ChosenLocation;
  readonly settings: PrayerProfile["settings"];
  /** Below the name of the place. */
  readonly action?: ReactNode;
}

/** The next prayer, then the times of the day. */
export function TodayCard({ location, settings, action }: TodayCardProps) {
  const now = useClock(60_000);
  const prayers = useMemo(() => getCurrentAndNextPrayer(location, settings, now), [location, settings, now]);
  const { today } = prayers;
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <NextPrayer prayers={prayers} zone={location.zone} />
          <FastingCountdown location={location} settings={settings} />
        </div>
        <div className="min-w-0">
          <h2 dir="auto" className="font-semibold font-title text-h3">
            {formatLocationName(location)}
          </h2>
          <p>{formatLongDay(today.day)}</p>
          <p className="text-muted text-small">{formatCurrentHijriDate(today, settings.hijriShift, now)}</p>
          <p className="text-muted text-small">
            {t("prayer.localTime", { time: formatTimeAt(now, location.zone) })}
          </p>
          {action}
        </div>
      </div>
      <DayTimes prayers={prayers} zone={location.zone} now={now} />
      <MuteMenu zone={location.zone} />
    </Card>
  );
}

interface PrayersProps {
  readonly prayers: CurrentAndNext;
  readonly zone: string;
}

function NextPrayer({ prayers: { next }, zone }: PrayersProps) {
  const name = getPrayerName(getNotifiedPrayerName(next.name, next.day));
  return (
    <div className="rounded-control bg-primary/10 px-4 py-3 max-sm:w-full sm:min-w-56">
      <p className="flex items-baseline justify-between gap-4 font-medium">
        {t("prayer.next", { prayer: name })}
        <span className="tabular-nums">{formatTimeAt(next.at, zone)}</span>
      </p>
      <Countdown to={next.at} label={t("prayer.countdown", { prayer: name })} />
    </div>
  );
}

function DayTimes({ prayers: { today, next }, zone, now }: PrayersProps & { readonly now: Date }) {
  const isNext = (name: string) => next.day === today.day && next.name === name;
  return (
    <div className="flex flex-col gap-3">
      <ul className="grid grid-cols-3 gap-2 lg:grid-cols-6">
        {dayTimesList.map((name) => (
          <li
            key={name}
            className={clsx(
              "rounded-control border px-2 py-2.5 sm:px-3",
              isNext(name) ? "border-primary bg-primary/10" : "border-line",
              today[name] <= now && "text-muted",
            )}
          >
            <span className="block truncate font-medium text-small">
              {getPrayerName(getNotifiedPrayerName(name, today.day))}
              {isNext(name) && <span className="sr-only"> {t("prayer.isNext")}</span>}
            </span>
            <LocalTime
              at={today[name]}
              day={today.day}
              zone={zone}
              className="whitespace-nowrap font-semibold sm:text-lead"
            />
          </li>
        ))}
      </ul>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-small">
        {(["midnight", "lastThird"] as const).map((name) => (
          <div key={name} className="flex items-baseline gap-2">
            <dt className="text-muted">{t(`prayer.${name}`)}</dt>
            <dd>
              <LocalTime at={today[name]} day={today.day} zone={zone} className="font-medium" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface LocalTimeProps {
  readonly at: Date;
  readonly day: string;
  readonly zone: string;
  readonly className: string;
}

function LocalTime({ at, day, zone, className }: LocalTimeProps) {
  return (
    <span className={clsx("tabular-nums", className)}>
      <time dateTime={at.toISOString()}>{formatTimeAt(at, zone)}</time>
      {toLocalDay(zone, at.getTime()) > day && (
        <sup>
          <span aria-hidden> +1</span>
          <span className="sr-only"> {t("prayer.nextDay")}</span>
        </sup>
      )}
    </span>
  );
}
