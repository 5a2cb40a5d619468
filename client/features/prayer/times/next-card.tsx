import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { getCurrentAndNextPrayer } from "#shared/prayer/current-and-next.ts";
import { getFastingState } from "#shared/prayer/fasting.ts";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import { getNotifiedPrayerName } from "#shared/prayer/scheduled-alerts.ts";
import { dayTimesList, type PrayerSettings } from "#shared/prayer/settings.ts";
import { MuteMenu } from "#client/features/prayer/alerts/mute-menu.tsx";
import { formatTimeAt, getPrayerName } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { formatLocationName } from "#client/features/prayer/location/location.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { useClock } from "./clock.ts";
import { Countdown } from "./countdown.tsx";
import { formatCurrentHijriDate } from "./dates.ts";
import { FastingCountdown } from "./fasting-countdown.tsx";

interface NextCardProps {
  readonly location: ChosenLocation;
  readonly settings: PrayerSettings;
}

/** The next prayer in a line that opens to the day's times; open in Ramadan for the fasting countdown. */
export function NextCard({ location, settings }: NextCardProps) {
  const now = useClock(60_000);
  const { today, next } = useMemo(
    () => getCurrentAndNextPrayer(location, settings, now),
    [location, settings, now],
  );
  const name = getPrayerName(getNotifiedPrayerName(next.name, next.day));
  const isFasting = useMemo(
    () => getFastingState(location, settings, now) !== null,
    [location, settings, now],
  );
  return (
    <details open={isFasting} className="group rounded-card border border-line bg-surface px-4">
      <summary className="flex min-h-17 cursor-pointer list-none items-center gap-x-4 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{t("prayer.next", { prayer: name })}</span>
          <span className="block truncate text-muted text-small">
            {formatTimeAt(next.at, location.zone)} · <bdi>{formatLocationName(location)}</bdi>
          </span>
        </span>
        <Countdown to={next.at} label={t("prayer.countdown", { prayer: name })} />
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 pb-4">
        <p className="text-muted text-small">{formatCurrentHijriDate(today, settings.hijriShift, now)}</p>
        <ul className="grid grid-cols-3 gap-x-2 gap-y-3 border-line border-t pt-4 sm:grid-cols-6">
          {dayTimesList.map((name) => {
            const isNext = next.day === today.day && next.name === name;
            return (
              <li key={name} className={clsx(today[name] <= now && "text-muted")}>
                <span
                  className={clsx("block text-small", isNext ? "font-medium text-primary" : "text-muted")}
                >
                  {getPrayerName(getNotifiedPrayerName(name, today.day))}
                  {isNext && <span className="sr-only"> {t("prayer.isNext")}</span>}
                </span>
                <time dateTime={today[name].toISOString()} className="font-medium tabular-nums">
                  {formatTimeAt(today[name], location.zone)}
                </time>
              </li>
            );
          })}
        </ul>
        <FastingCountdown location={location} settings={settings} isWide />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <MuteMenu zone={location.zone} />
          <TextLink to="/prayer-times" className="inline-flex min-h-11 items-center text-small">
            {t("common.viewAll")}
          </TextLink>
        </div>
      </div>
    </details>
  );
}
