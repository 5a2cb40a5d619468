import type { ReadingSession } from "#shared/reading-activity/session.ts";
import { getUtcOffset, isKnownZone, type Zone } from "#shared/reading-activity/time-zone.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { formatCalendarDay, formatItems } from "#client/lib/i18n/format.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";

export function formatWhen(session: Pick<ReadingSession, "startedAt" | "endedAt" | "zone" | "day">): string {
  const { startedAt, endedAt, day } = session;
  const zone = getSessionZone(session);
  const [from, to] = [startedAt, endedAt].map((time) => toLocal(zone, time));
  const format = new Intl.DateTimeFormat(getLocale(), {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  });
  const times =
    isSameDay(from, to) && from && to
      ? format.formatRange(from, to)
      : // `formatRange` would repeat the date across midnight.
        [from, to].map((time) => format.format(time)).join(" – ");
  const isDeviceZone =
    getUtcOffset(zone, startedAt.getTime()) === getUtcOffset(getDeviceTimeZone(), startedAt.getTime());
  const zoneName = isDeviceZone ? "" : ` (${getZoneName(zone, startedAt)})`;
  return formatItems([formatCalendarDay(new Date(`${day}T12:00:00`)), times + zoneName]);
}

export function toZonedClock(zone: Zone, instant: Date): { readonly day: string; readonly time: string } {
  const [day = "", time = ""] = toLocal(zone, instant).toISOString().split("T");
  return { day, time: time.slice(0, 5) };
}

export function fromZonedClock(zone: Zone, day: string, time: string): Date {
  const local = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(local)) return new Date(Number.NaN);
  return new Date(local - getUtcOffset(zone, local - getUtcOffset(zone, local)));
}

export const getSessionZone = ({ zone }: Pick<ReadingSession, "zone">): Zone =>
  isKnownZone(zone) ? zone : getDeviceTimeZone();

/** A date whose UTC fields are the local time. */
const toLocal = (zone: Zone, time: Date) => new Date(time.getTime() + getUtcOffset(zone, time.getTime()));

const isSameDay = (a?: Date, b?: Date) => a?.toISOString().slice(0, 10) === b?.toISOString().slice(0, 10);

/** "Arabian Standard Time"; an offset has no other name. */
function getZoneName(zone: Zone, time: Date): string {
  if (/^[+-]/.test(zone)) return `GMT${zone}`;
  const parts = new Intl.DateTimeFormat(getLocale(), {
    timeZone: zone,
    timeZoneName: "long",
  });
  return parts.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}
