import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type NotificationTimes, sessionContract } from "#shared/accounts/session-contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { Card } from "#client/ui/card.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";

const { getPreferences, updatePreferences } = sessionContract;

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function formatHour(hour: number): string {
  return new Intl.DateTimeFormat(getLocale(), { hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(
    new Date(Date.UTC(2026, 0, 1, hour)),
  );
}

const defaultTimes: Omit<NotificationTimes, "zone"> = {
  quietFrom: null,
  quietUntil: null,
  digest: "off",
  digestHour: 18,
};

/** Quiet hours and the digest, in the zone of the device on which they are chosen. */
export function NotificationTimesSettings() {
  const client = useQueryClient();
  const { data } = useQuery(query(getPreferences, {}));
  const updateMutation = useContractMutation(updatePreferences);
  if (!data) return null;
  const times = { ...defaultTimes, ...data.notificationTimes, zone: getDeviceTimeZone() };
  const changeTimes = (changes: Partial<NotificationTimes>) => {
    const notificationTimes = { ...times, ...changes };
    client.setQueryData(query(getPreferences, {}).queryKey, { ...data, notificationTimes });
    updateMutation.mutate({ body: { notificationTimes } });
  };
  const isQuiet = times.quietFrom !== null;
  return (
    <Card className="mt-4 flex flex-col gap-4">
      <h2 className="font-semibold">{t("notifications.when")}</h2>
      <Switch
        label={t("notifications.quiet")}
        hint={t("notifications.quietHint")}
        checked={isQuiet}
        onChange={(isOn) =>
          changeTimes(isOn ? { quietFrom: 22, quietUntil: 7 } : { quietFrom: null, quietUntil: null })
        }
      />
      {isQuiet && (
        <div className="grid gap-4 sm:grid-cols-2">
          <HourSelect
            label={t("notifications.quietFrom")}
            value={times.quietFrom ?? 22}
            onChange={(quietFrom) => changeTimes({ quietFrom })}
          />
          <HourSelect
            label={t("notifications.quietUntil")}
            value={times.quietUntil ?? 7}
            onChange={(quietUntil) => changeTimes({ quietUntil })}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t("notifications.digest")}
          hint={t("notifications.digestHint")}
          options={(["off", "daily", "weekly"] as const).map((value) => ({
            value,
            label: t(`notifications.digest-${value}`),
          }))}
          value={times.digest}
          onChange={(digest) => changeTimes({ digest })}
        />
        {times.digest !== "off" && (
          <HourSelect
            label={t("notifications.digestHour")}
            value={times.digestHour}
            onChange={(digestHour) => changeTimes({ digestHour })}
          />
        )}
      </div>
    </Card>
  );
}

interface HourSelectProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (hour: number) => void;
}

function HourSelect({ label, value, onChange }: HourSelectProps) {
  return (
    <Select
      label={label}
      options={hours.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
      value={String(value)}
      onChange={(hour) => onChange(Number(hour))}
    />
  );
}
