import { hash } from "node:crypto";
import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { listAlertsOfDay } from "#shared/prayer/scheduled-alerts.ts";
import type { DayTime } from "#shared/prayer/settings.ts";
import { type DayTimes, getDayTimes } from "#shared/prayer/times.ts";
import { addDays, type Day, toLocalDay } from "#shared/reading-activity/time-zone.ts";

const hourMs = 3_600_000;
/** Reminders are at most three hours before or after their prayer. */
const maxReminderOffsetMs = 3 * hourMs;

export interface PlannedNotification {
  readonly day: Day;
  readonly prayer: DayTime;
  readonly minutes: number;
  readonly dueAt: Date;
  readonly isSilent: boolean;
}

export function getTimesKey({ location, settings }: PrayerProfile): string {
  const { latitude, longitude, zone } = location ?? {};
  return hash("sha256", JSON.stringify([latitude, longitude, zone, settings]), "base64url").slice(0, 22);
}

export function getPlanningHorizon(timesKey: string, now: Date): Date {
  const horizonHours = (Number.parseInt(hash("sha256", timesKey).slice(0, 4), 16) % 12) + 38;
  return new Date((Math.floor(now.getTime() / hourMs) + horizonHours) * hourMs);
}

export type PlannedDays = Map<string, DayTimes>;
const maxCachedDays = 2_000;

export function listNotificationsBetween(
  { location, settings, alerts }: PrayerProfile,
  timesKey: string,
  after: Date,
  until: Date,
  dayTimesCache: PlannedDays = new Map(),
): PlannedNotification[] {
  if (!location) return [];
  const [from, to] = [after.getTime(), until.getTime()];
  const mutedUntil = alerts.mutedUntil?.getTime() ?? Number.NEGATIVE_INFINITY;
  const planned = new Map<string, PlannedNotification>();
  const last = addDays(toLocalDay(location.zone, to + maxReminderOffsetMs), 1);
  for (
    let day = addDays(toLocalDay(location.zone, from - maxReminderOffsetMs), -1);
    day <= last;
    day = addDays(day, 1)
  ) {
    const name = `${timesKey} ${day}`;
    const times = dayTimesCache.get(name) ?? getDayTimes(location, settings, day);
    if (dayTimesCache.size >= maxCachedDays) dayTimesCache.clear();
    dayTimesCache.set(name, times);
    for (const { prayer: alertPrayer, minutes, at, sound } of listAlertsOfDay(times, alerts)) {
      const time = at.getTime();
      if (!(time > from && time <= to && time >= mutedUntil)) continue;
      const prayer = alertPrayer === "friday" ? "dhuhr" : alertPrayer;
      const key = `${day} ${prayer} ${minutes}`;
      // Of two reminders in the same minute, only the audible one is sent.
      const isSilent = sound === "silent" && (planned.get(key)?.isSilent ?? true);
      planned.set(key, { day, prayer, minutes, dueAt: at, isSilent });
    }
  }
  return [...planned.values()];
}
