import { Suspense } from "react";
import { findRamadanEnd } from "#shared/prayer/fasting.ts";
import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { usePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { useClock } from "#client/features/prayer/times/clock.ts";
import { NextCard } from "#client/features/prayer/times/next-card.tsx";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { ButtonLink } from "#client/ui/forms/button.tsx";

const EidPlan = lazyComponent(async () => {
  const [{ EidPlan: Plan }] = await Promise.all([import("./eid-plan.tsx"), loadMessages("goals")]);
  return Plan;
});

const daysAhead = 7;

export function PrayerSection() {
  useLanguage();
  const { location, settings } = usePrayerProfile();
  if (!location) {
    return (
      <div className="flex min-h-17 items-center justify-between gap-4 rounded-card border border-line bg-surface px-4 py-2">
        <div className="min-w-0">
          <p className="font-medium">{t("prayer.noLocation")}</p>
          <p className="text-muted text-small max-sm:hidden">{t("prayer.noLocationHint")}</p>
        </div>
        <ButtonLink to="/prayer-times" tone="secondary" size="small">
          {t("prayer.chooseLocation")}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <NextCard location={location} settings={settings} />
      <Ramadan location={location} settings={settings} />
    </div>
  );
}

interface RamadanProps {
  readonly location: NonNullable<PrayerProfile["location"]>;
  readonly settings: PrayerProfile["settings"];
}

function Ramadan({ location, settings }: RamadanProps) {
  const today = toLocalDay(location.zone, useClock(60_000).getTime());
  const end = findRamadanEnd(today, settings.hijriShift, daysAhead);
  if (!end) return null;
  return (
    <Suspense>
      <EidPlan until={end} isSoon={findRamadanEnd(today, settings.hijriShift) === null} />
    </Suspense>
  );
}
