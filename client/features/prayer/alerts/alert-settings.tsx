import { useQuery } from "@tanstack/react-query";
import { notifiedPrayers, type PrayerAlertSettings } from "#shared/prayer/alert-settings.ts";
import { recordingsContract } from "#shared/prayer/recordings.ts";
import { updateAlertSettings, usePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { Card } from "#client/ui/card.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Slider } from "#client/ui/forms/slider.tsx";
import { Section } from "#client/ui/section.tsx";
import { MuteSettings } from "./mute-settings.tsx";
import { PrayerAlertFields } from "./prayer-alert-fields.tsx";
import { isMissing } from "./recordings.ts";
import { ReminderSettings } from "./reminder-settings.tsx";
import { usePreview } from "./use-preview.ts";

export function AlertSettings() {
  useLanguage();
  const { location, alerts } = usePrayerProfile();
  return (
    <Section title={t("prayerAlertSettings.title")}>
      <p className="-mt-2 mb-4 max-w-measure text-muted text-small">{t("prayerAlertSettings.hint")}</p>
      <div className="flex flex-col gap-4">
        {!location && (
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 max-w-measure flex-1 basis-60">{t("prayerAlertSettings.noLocation")}</p>
            <ButtonLink to="/prayer-times">{t("prayerAlertSettings.chooseLocation")}</ButtonLink>
          </Card>
        )}
        <MuteSettings mutedUntil={alerts.mutedUntil} location={location} />
        <PrayerAlertList alerts={alerts} />
        <ReminderSettings reminders={alerts.reminders} />
      </div>
    </Section>
  );
}

function PrayerAlertList({ alerts }: { readonly alerts: PrayerAlertSettings }) {
  // Offline, unknown recordings count as missing.
  const { data: recordings = [] } = useQuery(query(recordingsContract.listRecordings, {}));
  const preview = usePreview(alerts.volume);
  const isRecordingMissing = notifiedPrayers.some((prayer) =>
    isMissing(prayer, alerts.byPrayer[prayer].sound, recordings),
  );
  return (
    <Card>
      <h3 className="mb-2 font-semibold">{t("prayerAlertSettings.eachPrayer")}</h3>
      {isRecordingMissing && <p className="text-muted text-small">{t("prayerAlertSettings.missingHint")}</p>}
      <div className="divide-y divide-line">
        {notifiedPrayers.map((prayer) => (
          <PrayerAlertFields
            key={prayer}
            prayer={prayer}
            alert={alerts.byPrayer[prayer]}
            recordings={recordings}
            preview={preview}
            onChange={(alert) => {
              preview.stop();
              updateAlertSettings({ byPrayer: { ...alerts.byPrayer, [prayer]: alert } });
            }}
          />
        ))}
      </div>
      <div className="mt-4 flex items-center gap-4">
        <span aria-hidden className="font-medium text-small">
          {t("prayerAlertSettings.volume")}
        </span>
        <Slider
          label={t("prayerAlertSettings.volume")}
          value={Math.round(alerts.volume * 100)}
          max={100}
          step={5}
          getText={(n) => t("prayerAlertSettings.volumeNow", { n })}
          onMove={(n) => {
            preview.setVolume(n / 100);
            updateAlertSettings({ volume: n / 100 });
          }}
          className="max-w-60 flex-1"
        />
        <span aria-hidden className="text-muted text-small tabular-nums">
          {t("prayerAlertSettings.volumeNow", { n: Math.round(alerts.volume * 100) })}
        </span>
      </div>
    </Card>
  );
}
