import { Bell, MapPin } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import type { PrayerSettings } from "#shared/prayer/settings.ts";
import { tryAlert } from "#client/features/prayer/alerts/trial-alert.ts";
import { changeLocation, formatLocationName } from "#client/features/prayer/location/location.ts";
import { LocationPicker } from "#client/features/prayer/location/location-picker.tsx";
import { useGuessedLocation } from "#client/features/prayer/location/use-guessed-location.ts";
import {
  getPrayerProfile,
  updatePrayerProfile,
  usePrayerProfile,
} from "#client/features/prayer/settings/profile-store.ts";
import { SettingsCard } from "#client/features/prayer/settings/settings-card.tsx";
import { useDefaults } from "#client/features/prayer/settings/use-defaults.ts";
import { CalculationDetails } from "#client/features/prayer/times/calculation-details.tsx";
import { MonthTable } from "#client/features/prayer/times/month-table.tsx";
import { QiblaCard } from "#client/features/prayer/times/qibla-card.tsx";
import { TodayCard } from "#client/features/prayer/times/today-card.tsx";
import { focusHeading, usePageTitle } from "#client/lib/hooks/page-title.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

const AlertSettings = lazyOverlay(async () => {
  const [{ AlertSettings }] = await Promise.all([
    import("#client/features/prayer/alerts/alert-settings.tsx"),
    loadMessages("prayerAlertSettings"),
  ]);
  return AlertSettings;
});

/** `/prayer-times` and `/athan-demo`: prayer times for readers and guests. */
export function PrayerTimesPage() {
  useLanguage();
  usePageTitle(t("prayer.title"));
  const { location, settings } = usePrayerProfile();
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <PageHeader title={t("prayer.title")} />
      {location ? (
        <>
          <TodayCard
            location={location}
            settings={settings}
            action={
              <Button
                tone="quiet"
                size="small"
                icon={<MapPin aria-hidden />}
                onClick={() => setChanging(true)}
                className="-ms-3"
              >
                {t("prayer.changeLocation")}
              </Button>
            }
          />
          <TryAlert />
          <PrayerCards location={location} settings={settings} />
          <Suspense>
            <div className="mx-auto mt-10 max-w-2xl">
              <AlertSettings />
            </div>
          </Suspense>
        </>
      ) : (
        <div className="flex flex-col gap-6">
          <GuessedLocation settings={settings} />
          <Card className="flex w-full max-w-xl flex-col gap-4">
            <h2 className="font-semibold font-title text-h3">{t("prayer.chooseLocation")}</h2>
            <p className="text-muted">{t("prayer.chooseLocationHint")}</p>
            <LocationPicker onChosen={showTimes} />
          </Card>
        </div>
      )}
      <div className="mt-8 flex flex-col gap-1 text-muted text-small">
        <p>{t("prayer.hint")}</p>
        {location && <p className="max-w-measure">{t("prayer.locationPrivacy")}</p>}
        <p>{t("prayer.credit")}</p>
      </div>
      {location && (
        <Dialog
          title={t("prayer.chooseLocation")}
          description={t("prayer.currentLocation", { place: formatLocationName(location) })}
          isOpen={isChanging}
          onClose={() => setChanging(false)}
        >
          <LocationPicker hasAutoFocus onChosen={() => setChanging(false)} />
        </Dialog>
      )}
    </>
  );
}

/** The choice of a location had the focus and is replaced by longer content. */
function showTimes() {
  focusHeading(t("prayer.title"));
  scrollTo({ top: 0 });
}

/** Shows the notification of the next prayer now. */
function TryAlert() {
  return (
    <p className="my-5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button icon={<Bell aria-hidden />} onClick={() => tryAlert()}>
        {t("prayer.tryNow")}
      </Button>
      <span className="text-muted text-small">{t("prayer.tryNowHint")}</span>
    </p>
  );
}

/** Today's times in the city of the device's time zone, until a location is chosen. */
function GuessedLocation({ settings }: { readonly settings: PrayerSettings }) {
  const location = useGuessedLocation();
  const defaultFor = useDefaults();
  if (!location) return null;
  const applyGuess = () => updatePrayerProfile(changeLocation(location, getPrayerProfile(), defaultFor));
  const chooseGuess = () => {
    applyGuess();
    showTimes();
  };
  return (
    <div className="flex flex-col gap-4">
      <TodayCard location={location} settings={{ ...settings, ...defaultFor(location.country) }} />
      <p className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Bell aria-hidden />}
          onClick={() => {
            applyGuess();
            tryAlert();
          }}
        >
          {t("prayer.tryNow")}
        </Button>
        <Button tone="secondary" icon={<MapPin aria-hidden />} onClick={chooseGuess}>
          {t("prayer.useGuess", { place: formatLocationName(location) })}
        </Button>
        <span className="text-muted text-small">
          {t("prayer.guessed", { place: formatLocationName(location) })}
        </span>
      </p>
    </div>
  );
}

type PartsProps = ComponentProps<typeof CalculationDetails>;

function PrayerCards(parts: PartsProps) {
  return (
    <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[2fr_1fr]">
      <div className="flex flex-col gap-6 *:min-w-0">
        <MonthTable {...parts} />
        <QiblaCard location={parts.location} />
      </div>
      <div className="flex flex-col gap-6 *:min-w-0">
        <CalculationDetails {...parts} />
        <SettingsCard {...parts} />
      </div>
    </div>
  );
}
