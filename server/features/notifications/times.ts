import type { NotificationTimes } from "#shared/accounts/session-contract.ts";
import {
  getUtcOffset,
  getWeekday,
  isKnownZone,
  toLocalDay,
  Zone,
} from "#shared/reading-activity/time-zone.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const friday = 5;
const utc = Zone.parse("UTC");

const getZone = ({ zone }: NotificationTimes): Zone => {
  const { data } = Zone.safeParse(zone);
  return data && isKnownZone(data) ? data : utc;
};

const getLocalTimeOfDay = (times: NotificationTimes, now: number): number =>
  (now + getUtcOffset(getZone(times), now)) % dayMs;

/** The end of the quiet hours that are running; null outside of them. */
export function getQuietHoursEnd(times: NotificationTimes | null, now: Date): Date | null {
  if (!times || times.quietFrom === null || times.quietUntil === null) return null;
  const length = ((times.quietUntil - times.quietFrom + 24) % 24) * hourMs;
  const elapsedMs = (getLocalTimeOfDay(times, now.getTime()) - times.quietFrom * hourMs + dayMs) % dayMs;
  return elapsedMs < length ? new Date(now.getTime() + length - elapsedMs) : null;
}

/** Whether a digest is sent in this hour. */
export function isDigestHour(times: NotificationTimes, now: Date): boolean {
  const hour = Math.floor(getLocalTimeOfDay(times, now.getTime()) / hourMs);
  if (times.digest === "off" || hour !== times.digestHour) return false;
  return times.digest === "daily" || getWeekday(toLocalDay(getZone(times), now.getTime())) === friday;
}
