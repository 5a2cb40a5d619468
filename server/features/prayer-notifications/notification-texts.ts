import { getIntlTag, type Language } from "#shared/api/language.ts";
import type { NotificationTime } from "#shared/prayer/scheduled-alerts.ts";
import { getNotifiedPrayerName } from "#shared/prayer/scheduled-alerts.ts";
import type { PushPayload } from "#shared/push/payload.ts";
import { maxDelayMs } from "./max-delay.ts";
import type { ClaimedNotification } from "./send-queries.ts";

type NotificationTexts = Readonly<{
  names: Readonly<Record<NotificationTime, string>>;
  now: (prayer: string) => string;
  before: (prayer: string, minutes: string) => string;
  after: (prayer: string, minutes: string) => string;
  at: (time: string) => string;
}>;

const texts: Readonly<Record<Language, NotificationTexts>> = {
  en: {
    names: {
      fajr: "Fajr",
      sunrise: "Sunrise",
      dhuhr: "Dhuhr",
      asr: "Asr",
      maghrib: "Maghrib",
      isha: "Isha",
      friday: "Friday prayer",
    },
    now: (prayer) => `It is time for ${prayer}`,
    before: (prayer, minutes) => `${minutes} until ${prayer}`,
    after: (prayer, minutes) => `${minutes} since ${prayer}`,
    at: (time) => time,
  },
  ar: {
    names: {
      fajr: "الفجر",
      sunrise: "الشروق",
      dhuhr: "الظهر",
      asr: "العصر",
      maghrib: "المغرب",
      isha: "العشاء",
      friday: "الجمعة",
    },
    now: (prayer) => `حان وقت ${prayer}`,
    before: (prayer, minutes) => `بقي على ${prayer} ${minutes}`,
    after: (prayer, minutes) => `مضى على ${prayer} ${minutes}`,
    at: (time) => `الساعة ${time}`,
  },
};

export function createPayload(notification: ClaimedNotification): PushPayload {
  const { day, prayer, minutes, dueAt, isSilent, language: lang, zone } = notification;
  const { names, now, before, after, at } = texts[lang];
  const name = names[getNotifiedPrayerName(prayer, day)];
  const prayerAt = new Date(dueAt.getTime() - minutes * 60_000);
  const count = formatMinutes(lang, Math.abs(minutes));
  return {
    kind: "prayer",
    title: minutes === 0 ? now(name) : (minutes < 0 ? before : after)(name, count),
    body: at(getClock(lang, zone).format(prayerAt)),
    lang,
    url: "/athan-demo",
    tag: `prayer ${day} ${prayer}`,
    isSilent,
    until: new Date(dueAt.getTime() + maxDelayMs),
  };
}

const arabicMinutes: Readonly<Partial<Record<Intl.LDMLPluralRule, (n: number) => string>>> = {
  one: () => "دقيقة واحدة",
  two: () => "دقيقتان",
  few: (n) => `${n} دقائق`,
};
const arabicPlurals = new Intl.PluralRules("ar");

function formatMinutes(language: Language, n: number): string {
  if (language === "en") return n === 1 ? "1 minute" : `${n} minutes`;
  return arabicMinutes[arabicPlurals.select(n)]?.(n) ?? `${n} دقيقة`;
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
