import { getNextDay, getUtcOffset } from "#shared/reading-activity/time-zone.ts";
import { updateAlertSettings } from "#client/features/prayer/settings/profile-store.ts";
import { useClock } from "#client/features/prayer/times/clock.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";

const hourMs = 3_600_000;

interface MuteSettingsProps {
  readonly mutedUntil: Date | null;
  /** Null when no location is set. */
  readonly zone: string | null;
}

export function MuteSettings({ mutedUntil, zone }: MuteSettingsProps) {
  const now = useClock(60_000);
  const mute = (until: Date | null) => updateAlertSettings({ mutedUntil: until });
  const displayZone = zone ?? getDeviceTimeZone();
  const isMuted = mutedUntil !== null && mutedUntil > now;
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h3 className="font-semibold">{t("prayerAlertSettings.mute")}</h3>
        <p className="text-muted text-small">{t("prayerAlertSettings.muteHint")}</p>
      </div>
      <div role="status">
        {isMuted && (
          <p className="font-medium">
            {t("prayerAlertSettings.mutedUntil", { time: formatTimeInZone(mutedUntil, displayZone) })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isMuted && <Button onClick={() => mute(null)}>{t("prayerAlertSettings.unmute")}</Button>}
        <Button tone="secondary" onClick={() => mute(new Date(Date.now() + hourMs))}>
          {t("prayerAlertSettings.muteHour")}
        </Button>
        <Button tone="secondary" onClick={() => mute(new Date(getNextDay(displayZone, Date.now())))}>
          {t("prayerAlertSettings.muteTomorrow")}
        </Button>
      </div>
      <CustomMuteTime zone={displayZone} onMute={mute} />
    </Card>
  );
}

interface CustomMuteTimeProps {
  readonly zone: string;
  readonly onMute: (until: Date) => void;
}

function CustomMuteTime({ zone, onMute }: CustomMuteTimeProps) {
  const form = useForm({
    values: { until: "" },
    validate: ({ until }) =>
      toInstant(until, zone).getTime() > Date.now() ? {} : { until: t("prayerAlertSettings.muteInPast") },
    onSubmit: ({ until }) => onMute(toInstant(until, zone)),
  });
  return (
    <form {...form.props} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 max-w-72 flex-1 basis-56">
        <DateField
          {...form.field("until")}
          label={t("prayerAlertSettings.muteUntil")}
          type="datetime-local"
          {...(zone !== getDeviceTimeZone() && {
            hint: t("prayerAlertSettings.muteZone", { zone: zone.replaceAll("_", " ") }),
          })}
        />
      </div>
      <Button type="submit" tone="secondary">
        {t("prayerAlertSettings.muteStart")}
      </Button>
    </form>
  );
}

function toInstant(text: string, zone: string): Date {
  const wallTime = Date.parse(`${text}Z`);
  if (Number.isNaN(wallTime)) return new Date(Number.NaN);
  return new Date(wallTime - getUtcOffset(zone, wallTime - getUtcOffset(zone, wallTime)));
}

const formatTimeInZone = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(getLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(time);
