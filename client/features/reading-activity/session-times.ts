import { maxSessionMs, minSessionMs, type ReadingSession } from "#shared/reading-activity/session.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import type { MessageKey } from "#client/lib/i18n/i18n.ts";
import { fromZonedClock, getSessionZone, toZonedClock } from "./session-time-zone.ts";

export interface SessionFormValues {
  readonly title: string;
  readonly day: string;
  readonly time: string;
  readonly minutes: string;
  readonly pages: string;
}

export type SessionTimesError = Partial<Record<keyof SessionFormValues, MessageKey>>;

export interface Times {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly pages: number;
}

const defaultMinutes = 30;
const maxPages = 5_000;

export function toSessionFormValues(session: ReadingSession | null, now: Date): SessionFormValues {
  const startedAt = session?.startedAt ?? new Date(now.getTime() - defaultMinutes * 60_000);
  return {
    title: session?.title ?? "",
    ...toZonedClock(session ? getSessionZone(session) : getDeviceTimeZone(), startedAt),
    minutes: session ? String(Math.max(1, Math.round(session.seconds / 60))) : String(defaultMinutes),
    pages: session && session.pages > 0 ? String(Math.floor(session.pages)) : "",
  };
}

/** Parses the form. Unchanged fields keep their exact value, seconds included. */
export function parseTimes(
  entered: SessionFormValues,
  session: ReadingSession | null,
  now: Date,
): { readonly times: Times } | { readonly errors: SessionTimesError } {
  const previous = toSessionFormValues(session, now);
  const isSame = (...names: (keyof SessionFormValues)[]) =>
    names.every((name) => previous[name] === entered[name]);
  const startedAt =
    session && isSame("day", "time")
      ? session.startedAt
      : fromZonedClock(session ? getSessionZone(session) : getDeviceTimeZone(), entered.day, entered.time);
  if (Number.isNaN(startedAt.getTime())) return { errors: { day: "readingActivity.noDay" } };
  const minutes = parseAmount(entered.minutes);
  if (minutes === null) return { errors: { minutes: "readingActivity.noMinutes" } };
  const pages = parseAmount(entered.pages || "0");
  if (pages === null || pages > maxPages) return { errors: { pages: "readingActivity.noPages" } };
  const length =
    session && isSame("minutes") ? session.endedAt.getTime() - session.startedAt.getTime() : minutes * 60_000;
  const times = {
    startedAt,
    endedAt: new Date(startedAt.getTime() + length),
    pages: session && isSame("pages") ? session.pages : pages,
  };
  const rangeErrors = findError(times, session, now);
  return rangeErrors ? { errors: rangeErrors } : { times };
}

function findError(
  { startedAt, endedAt, pages }: Times,
  session: ReadingSession | null,
  now: Date,
): SessionTimesError | null {
  const length = endedAt.getTime() - startedAt.getTime();
  if (length < minSessionMs) return { minutes: "readingActivity.noMinutes" };
  if (length > maxSessionMs) return { minutes: "readingActivity.tooLong" };
  if (endedAt > now) return { day: "readingActivity.inFuture" };
  const max = session?.recorded;
  if (!max) return null;
  if (startedAt < max.startedAt) return { time: "readingActivity.tooLongForTracked" };
  if (endedAt > max.endedAt) return { minutes: "readingActivity.tooLongForTracked" };
  return pages > max.pages ? { pages: "readingActivity.tooLongForTracked" } : null;
}

/** A number from 0 in any digits; null for anything else. */
function parseAmount(text: string): number | null {
  const normalized = text
    .trim()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[٫,]/, ".");
  const amount = /^\d{1,6}(?:\.\d+)?$/.test(normalized) ? Number(normalized) : Number.NaN;
  return Number.isNaN(amount) ? null : amount;
}
