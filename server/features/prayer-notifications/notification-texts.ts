import { getIntlTag, type Language } from "#shared/api/language.ts";
import { getNotifiedPrayerName } from "#shared/prayer/scheduled-alerts.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import { translate } from "#server/i18n/translate.ts";
import { maxDelayMs } from "./max-delay.ts";
import type { ClaimedNotification } from "./send-queries.ts";

export function createPayload(notification: ClaimedNotification): PushPayload {
  const { day, prayer, minutes, dueAt, isSilent, language: lang, zone } = notification;
  const time = getClock(lang, zone).format(new Date(dueAt.getTime() - minutes * 60_000));
  return {
    kind: "prayer",
    title: translate(
      lang,
      minutes === 0 ? "prayerPush.now" : `prayerPush.${minutes < 0 ? "before" : "after"}`,
      {
        prayer: translate(lang, `prayerPush.${getNotifiedPrayerName(prayer, day)}`),
        minutes: Math.abs(minutes),
      },
    ),
    body: translate(lang, "prayerPush.at", { time }),
    lang,
    url: "/athan-demo",
    tag: `prayer ${day} ${prayer}`,
    isSilent,
    until: new Date(dueAt.getTime() + maxDelayMs),
  };
}

/** Formatters are cached, because creating one is slower than encrypting a message. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function getClock(language: Language, timeZone: string): Intl.DateTimeFormat {
  const name = `${language} ${timeZone}`;
  const clock =
    clocks.get(name) ?? new Intl.DateTimeFormat(getIntlTag(language), { timeStyle: "short", timeZone });
  clocks.set(name, clock);
  return clock;
}
