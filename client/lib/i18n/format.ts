import { getLanguageEndonym, joinItems, type Language, languages } from "#shared/api/language.ts";
import { getSiteHijriShift } from "#shared/reading-activity/hijri-shift.ts";
import { type Calendar, getChosenCalendar } from "./calendar.ts";
import { formatNumber } from "./format-number.ts";
import { t } from "./i18n.ts";
import { getChosenLanguage } from "./language.ts";
import { getLocale } from "./locale.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "Just now", "5m ago", "3h ago", "2d ago". */
export function formatRelativeTime(date: Date, now: Date = new Date()): string {
  const age = now.getTime() - date.getTime();
  if (age < minute) return t("common.justNow");
  if (age < hour) return t("common.minutesAgo", { n: Math.floor(age / minute) });
  if (age < day) return t("common.hoursAgo", { n: Math.floor(age / hour) });
  return t("common.daysAgo", { n: Math.floor(age / day) });
}

/** "A, B, C" in the page's language. */
export const formatItems = (items: readonly string[]): string => joinItems(items, getChosenLanguage());

/** "A, B, and C" in the reader's language. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(names);

const byteUnits = ["common.bytes", "common.kilobytes", "common.megabytes", "common.gigabytes"] as const;

/** "0 Bytes", "1.5 KB", "210.7 MB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), byteUnits.length - 1);
  const amount = Math.round((bytes / 1024 ** power) * 10) / 10;
  return t(byteUnits[power] ?? "common.bytes", { n: amount });
}

/** "45s", "12m", "3h 5m": the two largest units, seconds only below a minute. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t("common.secondsLong", { n: Math.max(0, Math.round(seconds)) });
  const totalMinutes = Math.round(seconds / 60);
  const [hours, minutes] = [Math.floor(totalMinutes / 60), totalMinutes % 60];
  if (hours === 0) return t("common.minutesLong", { n: minutes });
  return minutes ? t("common.hoursAndMinutesLong", { hours, minutes }) : t("common.hoursLong", { n: hours });
}

/** An unread count for a badge: "9+" above 9. */
export function formatBadgeCount(unread: number): string {
  return unread > 9 ? "9+" : String(unread);
}

/** Library progress with one decimal: "41.3%". */
export function formatProgressPercent(progress: string): string {
  const value = Number.parseFloat(progress);
  return `${(Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0).toFixed(1)}%`;
}

/** "12,480", or "1,000+" for a capped count. */
export function formatCount(total: number, isCapped = false): string {
  return formatNumber(total) + (isCapped ? "+" : "");
}

/** A day in the chosen calendar: "November 21, 2026", "Jumada II 11, 1448 AH", or both. */
export function formatCalendarDay(date: Date): string {
  return formatDayIn(date, getChosenCalendar(), getChosenLanguage());
}

const dayMs = 86_400_000;

function formatDayIn(date: Date, calendar: Calendar, language: Language): string {
  if (calendar === "both")
    return `${formatDayIn(date, "gregorian", language)} · ${formatDayIn(date, "hijri", language)}`;
  return new Intl.DateTimeFormat(getLocale(language), {
    dateStyle: "long",
    calendar: calendar === "hijri" ? "islamic-umalqura" : "gregory",
  }).format(calendar === "hijri" ? new Date(date.getTime() + getSiteHijriShift() * dayMs) : date);
}

/** Avoids Intl.Locale for the interface languages, because it takes milliseconds. */
const languageNames = new Map<string, string>(languages.map((code) => [code, getLanguageEndonym(code)]));

export function getLanguageName(code: string): string {
  const name = languageNames.get(code) ?? findLanguageName(code);
  languageNames.set(code, name);
  return name;
}

function findLanguageName(code: string): string {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
