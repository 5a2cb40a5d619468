import { addDays, type Day, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import type { AlertAudio, NotifiedPrayer, RecordingId } from "./alert-settings.ts";
import { getCurrentAndNextPrayer } from "./current-and-next.ts";
import type { PrayerProfile } from "./prayer-profile.ts";
import type { DayTime, PrayerLocation, PrayerSettings } from "./settings.ts";
import { type DayTimes, getDayTimes } from "./times.ts";

export type NotificationTime = NotifiedPrayer | "sunrise";

export interface ScheduledAlert {
  readonly key: string;
  readonly kind: "prayer" | "reminder";
  readonly prayer: NotificationTime;
  readonly at: Date;
  /** The time of the prayer. */
  readonly prayerAt: Date;
  /** Minutes of a reminder relative to the prayer, negative for before; 0 for the alert itself. */
  readonly minutes: number;
  readonly sound: Exclude<AlertAudio, "none">;
  readonly recordingId: RecordingId | null;
}

const minuteMs = 60_000;
const maxReminderOffsetMs = 180 * minuteMs;
const friday = 5;

export function listAlertsBetween(
  location: PrayerLocation,
  { settings, alerts: alertSettings }: Pick<PrayerProfile, "settings" | "alerts">,
  after: Date,
  until: Date,
): readonly ScheduledAlert[] {
  const [from, to] = [after.getTime(), until.getTime()];
  const last = addDays(toLocalDay(location.zone, to + maxReminderOffsetMs), 1);
  const alerts: ScheduledAlert[] = [];
  for (
    let day = addDays(toLocalDay(location.zone, from - maxReminderOffsetMs), -1);
    day <= last;
    day = addDays(day, 1)
  ) {
    alerts.push(...listAlertsOfDay(getDayTimes(location, settings, day), alertSettings));
  }
  const mutedUntil = alertSettings.mutedUntil?.getTime() ?? Number.NEGATIVE_INFINITY;
  return alerts
    .filter(({ at }) => at.getTime() > from && at.getTime() <= to && at.getTime() >= mutedUntil)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

export function findNextPrayerAfter(
  location: PrayerLocation,
  settings: PrayerSettings,
  time: Date,
): { readonly name: NotifiedPrayer; readonly at: Date } {
  const { next } = getCurrentAndNextPrayer(location, settings, time);
  return { name: getNotifiedPrayerName(next.name, next.day), at: next.at };
}

export const getNotifiedPrayerName = <Time extends DayTime>(time: Time, day: Day): Time | "friday" =>
  time === "dhuhr" && new Date(`${day}T12:00:00Z`).getUTCDay() === friday ? "friday" : time;

export function listAlertsOfDay(
  times: DayTimes,
  { byPrayer, reminders }: PrayerProfile["alerts"],
): readonly ScheduledAlert[] {
  const { day } = times;
  return (["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"] as const).flatMap((time) => {
    const prayer = getNotifiedPrayerName(time, day);
    const prayerAt = times[time];
    const about = { prayer, prayerAt };
    const reminded = reminders
      .filter((reminder) => reminder.prayer === prayer)
      .map(({ id, minutes, sound }): ScheduledAlert => {
        const at = new Date(prayerAt.getTime() + minutes * minuteMs);
        return {
          ...about,
          key: `${day} ${time} ${minutes} ${id}`,
          kind: "reminder",
          at,
          minutes,
          sound,
          recordingId: null,
        };
      });
    if (prayer === "sunrise") return reminded;
    const { sound, recordingId } = byPrayer[prayer];
    if (sound === "none") return reminded;
    return [
      ...reminded,
      { ...about, key: `${day} ${time}`, kind: "prayer", at: prayerAt, minutes: 0, sound, recordingId },
    ];
  });
}
