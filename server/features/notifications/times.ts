import type { NotificationTimes } from "#shared/accounts/session-contract.ts";
import {
  type Day,
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

/** Hours in which a digest is sent that was not sent at its hour: the server was down, or clocks changed. */
const digestWindow = 3;

/** The local day of the digest that is due; null for none. */
export function findDigestDay(times: NotificationTimes, now: Date): Day | null {
  const hour = Math.floor(getLocalTimeOfDay(times, now.getTime()) / hourMs);
  const { digest, digestHour } = times;
  if (digest === "off" || hour < digestHour || hour >= digestHour + digestWindow) return null;
  const day = toLocalDay(getZone(times), now.getTime());
  return digest === "daily" || getWeekday(day) === friday ? day : null;
}
