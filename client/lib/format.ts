import { say } from "./words.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "Just now", "5m ago", "3h ago", "2d ago". */
export function relativeTime(then: Date, now: Date = new Date()): string {
  const age = now.getTime() - then.getTime();
  if (age < minute) return say("common.justNow");
  if (age < hour) return say("common.minutesAgo", { n: Math.floor(age / minute) });
  if (age < day) return say("common.hoursAgo", { n: Math.floor(age / hour) });
  return say("common.daysAgo", { n: Math.floor(age / day) });
}

const byteUnits = ["Bytes", "KB", "MB", "GB"] as const;

/** "0 Bytes", "1.5 KB", "210.7 MB". */
export function byteSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), byteUnits.length - 1);
  const amount = Math.round((bytes / 1024 ** power) * 10) / 10;
  return `${amount} ${byteUnits[power]}`;
}

/** "45s", "12m", "3h 5m": the largest two units that say something, seconds only below a minute. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const rest = minutes % 60;
  return rest ? `${Math.floor(minutes / 60)}h ${rest}m` : `${minutes / 60}h`;
}

/** An unread count as its badge shows it: "9+" above 9. */
export function badgeCount(unread: number): string {
  return unread > 9 ? "9+" : String(unread);
}

/** A progress of the library, to one decimal: "41.3%". */
export function percent(progress: string): string {
  const value = Number.parseFloat(progress);
  return `${(Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0).toFixed(1)}%`;
}

/** "12,480", or "1,000+" where the counting stopped. */
export function count(total: number, isCapped = false): string {
  return wholeNumbers().format(total) + (isCapped ? "+" : "");
}

/** "21 November 2026". */
export function calendarDay(date: Date): string {
  return new Intl.DateTimeFormat(tongue(), { dateStyle: "long" }).format(date);
}

/** A language's own name for itself: "English", "العربية"; the code itself where no name is known. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

const wholeNumbers = () => new Intl.NumberFormat(tongue());
const tongue = () => document.documentElement.lang || "en";
