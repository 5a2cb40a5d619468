import { clsx } from "clsx";
import { useMemo } from "react";
import { getFastingState } from "#shared/prayer/fasting.ts";
import type { PrayerLocation, PrayerSettings } from "#shared/prayer/settings.ts";
import { formatTimeAt } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useClock } from "./clock.ts";
import { Countdown } from "./countdown.tsx";

interface FastingCountdownProps {
  readonly location: PrayerLocation;
  readonly settings: PrayerSettings;
  readonly isWide?: boolean;
}

export function FastingCountdown({ location, settings, isWide = false }: FastingCountdownProps) {
  const now = useClock(60_000);
  const nextEvent = useMemo(() => getFastingState(location, settings, now), [location, settings, now]);
  if (!nextEvent) return null;
  return (
    <div
      className={clsx(
        "rounded-control border border-accent px-4 py-3",
        isWide && "flex flex-wrap items-center justify-between gap-x-6",
      )}
    >
      <div>
        <p className="font-medium text-small">{t(`prayer.${nextEvent.kind}`)}</p>
        <p className="text-muted text-small">{formatTimeAt(nextEvent.at, location.zone)}</p>
      </div>
      <Countdown to={nextEvent.at} label={t(`prayer.${nextEvent.kind}Left`)} />
    </div>
  );
}
