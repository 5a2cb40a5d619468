import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
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
  readonly location: PrayerProfile["location"];
}

export function MuteSettings({ mutedUntil, location }: MuteSettingsProps) {
  const now = useClock(60_000);
  const mute = (until: Date | null) => updateAlertSettings({ mutedUntil: until });
  const displayZone = location?.zone ?? getDeviceTimeZone();
  const isMuted = mutedUntil !== null && mutedUntil > now;
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h3 className="font-semibold">{t("prayerAlertSettings.mute")}</h3>
        <p className="text-muted text-small">{t("prayerAlertSettings.muteHint")}</p>
        <div role="status">
          {isMuted && (
            <p className="mt-2 font-medium">
              {t("prayerAlertSettings.mutedUntil", { time: formatTimeInZone(mutedUntil, displayZone) })}
            </p>
          )}
        </div>
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
      <CustomMuteTime zone={displayZone} place={location?.name ?? ""} onMute={mute} />
    </Card>
  );
}

interface CustomMuteTimeProps {
  readonly zone: string;
  /** Empty for locations without a name. */
  readonly place: string;
  readonly onMute: (until: Date) => void;
}

function CustomMuteTime({ zone, place, onMute }: CustomMuteTimeProps) {
  const form = useForm({
    values: { until: "" },
    validate: ({ until }) =>
      toInstant(until, zone).getTime() > Date.now() ? {} : { until: t("prayerAlertSettings.muteInPast") },
    onSubmit: ({ until }) => onMute(toInstant(until, zone)),
  });
  return (
    <form {...form.props} className="flex flex-col items-start gap-3">
      <div className="w-full max-w-sm">
        <DateField
          {...form.field("until")}
          label={t("prayerAlertSettings.muteUntil")}
          type="datetime-local"
          {...(zone !== getDeviceTimeZone() && {
            hint: t(place ? "prayerAlertSettings.mutePlace" : "prayerAlertSettings.muteZone", {
              place,
              zone: getZoneName(zone),
            }),
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

/** Such as "Arabian Standard Time". */
function getZoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat(getLocale(), { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

const formatTimeInZone = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(getLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(time);
