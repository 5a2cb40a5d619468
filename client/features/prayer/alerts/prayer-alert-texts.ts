import type { NotificationTime, ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";

const names = {
  fajr: "prayerAlert.fajr",
  sunrise: "prayerAlert.sunrise",
  dhuhr: "prayerAlert.dhuhr",
  asr: "prayerAlert.asr",
  maghrib: "prayerAlert.maghrib",
  isha: "prayerAlert.isha",
  friday: "prayerAlert.friday",
} as const satisfies Record<NotificationTime, MessageKey>;

export const getPrayerName = (prayer: NotificationTime): string => t(names[prayer]);

export function formatTimeAt(time: Date, zone: string): string {
  return new Intl.DateTimeFormat(getLocale(), { timeStyle: "short", timeZone: zone }).format(time);
}

export function formatTimeLeft({ prayer, minutes, at, prayerAt }: ScheduledAlert): string {
  // An alert that the reader tries is shown before its time.
  if (minutes === 0 && at < prayerAt) return t("prayerAlert.trial", { prayer: getPrayerName(prayer) });
  const values = { prayer: getPrayerName(prayer), n: Math.abs(minutes) };
  return t(
    minutes === 0 ? "prayerAlert.now" : minutes < 0 ? "prayerAlert.before" : "prayerAlert.after",
    values,
  );
}
