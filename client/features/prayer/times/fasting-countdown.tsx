import { clsx } from "clsx";
import { useMemo } from "react";
import { getFastingState } from "#shared/prayer/fasting.ts";
import type { PrayerLocation, PrayerSettings } from "#shared/prayer/settings.ts";
import { formatTimeAt } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useClock } from "./clock.ts";
import { Countdown } from "./countdown.tsx";

interface FastingCountdownProps {
  readonly place: PrayerLocation;
  readonly settings: PrayerSettings;
  readonly isWide?: boolean;
}

export function FastingCountdown({ place, settings, isWide = false }: FastingCountdownProps) {
  const now = useClock(60_000);
  const awaited = useMemo(() => getFastingState(place, settings, now), [place, settings, now]);
  if (!awaited) return null;
  return (
    <div
      className={clsx(
        "rounded-control border border-accent px-4 py-3",
        isWide && "flex flex-wrap items-center justify-between gap-x-6",
      )}
    >
      <div>
        <p className="font-medium text-small">{t(`prayer.${awaited.what}`)}</p>
        <p className="text-muted text-small">{formatTimeAt(awaited.at, place.zone)}</p>
      </div>
      <Countdown to={awaited.at} label={t(`prayer.${awaited.what}Left`)} />
    </div>
  );
}
