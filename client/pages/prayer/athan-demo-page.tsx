import { MapPin } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { formatLocationName } from "#client/features/prayer/location/location.ts";
import { LocationPicker } from "#client/features/prayer/location/location-picker.tsx";
import { SettingsCard } from "#client/features/prayer/settings/settings-card.tsx";
import { usePrayerProfile } from "#client/features/prayer/settings/setup-store.ts";
import { CalculationDetails } from "#client/features/prayer/times/calculation-details.tsx";
import { MonthTable } from "#client/features/prayer/times/month-table.tsx";
import { QiblaCard } from "#client/features/prayer/times/qibla-card.tsx";
import { TodayCard } from "#client/features/prayer/times/today-card.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { lazyLayer } from "#client/ui/overlays/lazy-overlay.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

const CallSettings = lazyLayer(async () => {
  const [{ AlertSettings: CallSettings }] = await Promise.all([
    import("#client/features/prayer/alerts/alert-settings.tsx"),
    loadMessages("prayerAlertSettings"),
  ]);
  return CallSettings;
});

/** `/athan-demo`: prayer times for readers and guests. */
export function AthanDemoPage() {
  useLanguage();
  usePageTitle(t("prayer.title"));
  const { place, settings } = usePrayerProfile();
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <PageHeader
        title={t("prayer.title")}
        hint={t("prayer.hint")}
        actions={
          place && (
            <Button tone="secondary" icon={<MapPin aria-hidden />} onClick={() => setChanging(true)}>
              {t("prayer.changePlace")}
            </Button>
          )
        }
      />
      {place ? (
        <>
          <PrayerParts place={place} settings={settings} />
          <Suspense>
            <div className="mx-auto mt-10 max-w-2xl">
              <CallSettings />
            </div>
          </Suspense>
        </>
      ) : (
        <Card className="mx-auto flex max-w-xl flex-col gap-4">
          <h2 className="font-semibold font-title text-h3">{t("prayer.choosePlace")}</h2>
          <p className="text-muted">{t("prayer.choosePlaceHint")}</p>
          <LocationPicker />
        </Card>
      )}
      <div className="mt-8 flex flex-col gap-1 text-muted text-small">
        {place && <p className="max-w-measure">{t("prayer.stays")}</p>}
        <p>{t("prayer.credit")}</p>
      </div>
      {place && (
        <Dialog
          title={t("prayer.choosePlace")}
          description={t("prayer.placeNow", { place: formatLocationName(place) })}
          isOpen={isChanging}
          onClose={() => setChanging(false)}
        >
          <LocationPicker takesFocus onChosen={() => setChanging(false)} />
        </Dialog>
      )}
    </>
  );
}

type PartsProps = ComponentProps<typeof CalculationDetails>;

function PrayerParts(parts: PartsProps) {
  return (
    <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[2fr_1fr]">
      <div className="lg:col-span-2">
        <TodayCard {...parts} />
      </div>
      <div className="flex flex-col gap-6 *:min-w-0">
        <MonthTable {...parts} />
        <QiblaCard place={parts.place} />
      </div>
      <div className="flex flex-col gap-6 *:min-w-0">
        <CalculationDetails {...parts} />
        <SettingsCard {...parts} />
      </div>
    </div>
  );
}
