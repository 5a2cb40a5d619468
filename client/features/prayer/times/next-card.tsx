import { clsx } from "clsx";
import { useMemo } from "react";
import { currentAndNextPrayer } from "#shared/prayer/current-and-next.ts";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import { notifiedPrayerName } from "#shared/prayer/scheduled-alerts.ts";
import { dayTimesList, type PrayerSettings } from "#shared/prayer/settings.ts";
import { MuteMenu } from "#client/features/prayer/alerts/mute-menu.tsx";
import { formatTimeAt, prayerName } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { formatLocationName } from "#client/features/prayer/location/location.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { useClock } from "./clock.ts";
import { Countdown } from "./countdown.tsx";
import { currentHijriDate } from "./dates.ts";
import { FastingCountdown } from "./fasting-countdown.tsx";

interface NextCardProps {
  readonly place: ChosenLocation;
  readonly settings: PrayerSettings;
}

/** The next prayer, and the day's times in one row. */
export function NextCard({ place, settings }: NextCardProps) {
  const now = useClock(60_000);
  const { today, current, next } = useMemo(
    () => currentAndNextPrayer(place, settings, now),
    [place, settings, now],
  );
  const name = prayerName(notifiedPrayerName(next.name, next.day));
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="font-medium text-lead">{t("prayer.next", { prayer: name })}</p>
          <p className="text-muted text-small">
            {formatTimeAt(next.at, place.zone)} · <bdi>{formatLocationName(place)}</bdi>
          </p>
          <p className="text-muted text-small">{currentHijriDate(today, settings.hijriShift, now)}</p>
        </div>
        <Countdown to={next.at} label={t("prayer.countdown", { prayer: name })} />
      </div>
      <ul className="grid grid-cols-3 gap-x-2 gap-y-3 border-line border-t pt-4 sm:grid-cols-6">
        {dayTimesList.map((instant) => {
          const isNow = current.day === today.day && current.name === instant;
          return (
            <li key={instant} {...(isNow && { "aria-current": "time" as const })}>
              <span className={clsx("block text-small", isNow ? "font-medium text-primary" : "text-muted")}>
                {prayerName(notifiedPrayerName(instant, today.day))}
              </span>
              <time dateTime={today[instant].toISOString()} className="font-medium tabular-nums">
                {formatTimeAt(today[instant], place.zone)}
              </time>
            </li>
          );
        })}
      </ul>
      <FastingCountdown place={place} settings={settings} isWide />
      <MuteMenu zone={place.zone} />
    </Card>
  );
}
