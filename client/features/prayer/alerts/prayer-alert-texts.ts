import { intlTag } from "#shared/api/language.ts";
import type { NotificationTime, ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";

const names = {
  fajr: "call.fajr",
  sunrise: "call.sunrise",
  dhuhr: "call.dhuhr",
  asr: "call.asr",
  maghrib: "call.maghrib",
  isha: "call.isha",
  friday: "call.friday",
} as const satisfies Record<NotificationTime, MessageKey>;

export const prayerName = (prayer: NotificationTime): string => t(names[prayer]);

export function formatTimeAt(moment: Date, zone: string): string {
  return new Intl.DateTimeFormat(intlTag(getChosenLanguage()), { timeStyle: "short", timeZone: zone }).format(
    moment,
  );
}

export function formatTimeLeft({ prayer, minutes }: ScheduledAlert): string {
  const values = { prayer: prayerName(prayer), n: Math.abs(minutes) };
  return t(minutes === 0 ? "call.now" : minutes < 0 ? "call.before" : "call.after", values);
}
