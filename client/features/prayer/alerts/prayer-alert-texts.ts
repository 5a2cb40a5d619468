import { intlTag } from "#shared/api/language.ts";
import type { CalledMoment, ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { chosenLanguage } from "#client/lib/i18n/language.ts";

const names = {
  fajr: "call.fajr",
  sunrise: "call.sunrise",
  dhuhr: "call.dhuhr",
  asr: "call.asr",
  maghrib: "call.maghrib",
  isha: "call.isha",
  friday: "call.friday",
} as const satisfies Record<CalledMoment, MessageKey>;

export const prayerName = (prayer: CalledMoment): string => t(names[prayer]);

/** A moment as the clocks of a zone show it, in the reader's language. */
export function timeThere(moment: Date, zone: string): string {
  return new Intl.DateTimeFormat(intlTag(chosenLanguage()), { timeStyle: "short", timeZone: zone }).format(
    moment,
  );
}

/** What is said of what is due. */
export function dueText({ prayer, minutes }: ScheduledAlert): string {
  const values = { prayer: prayerName(prayer), n: Math.abs(minutes) };
  return t(minutes === 0 ? "call.now" : minutes < 0 ? "call.before" : "call.after", values);
}
